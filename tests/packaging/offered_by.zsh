# zsh -f offered_by.zsh FOLDER LINE: what zsh would offer at the end of LINE, one a line, with the completion _chasescope of FOLDER.
# A shell in a terminal of its own completes; what its completions add is printed in place of a list.
setopt extended_glob
zmodload zsh/zpty || exit 77
zpty shell zsh -f -i
zpty -w shell "source ${(q)0:A:h}/offered_inside.zsh ${(q)1}"
while zpty -r shell line; do [[ $line == *READY* ]] && break; done
zpty -w -n shell $2$'\C-x'
inside=
while zpty -r shell line; do
  line=${line%%[[:space:]]#}
  [[ $line == *END-OF-OFFERS* ]] && break
  [[ -n $inside ]] && print -r -- $line
  [[ $line == *OFFERS-BEGIN* ]] && inside=1
done
zpty -d shell
