# Read by the shell that offered_by.zsh starts.
PROMPT= RPS1=
fpath=($1 $fpath)
autoload -Uz compinit
compinit -u -D
stty -echo columns 500
compadd() {
  # These look only; they add nothing.
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a offered
  builtin compadd -A offered "$@"
  builtin compadd "$@"
  print -rl -- $offered
}
offers_end() {
  compstate[list]=
  compstate[insert]=
  print -r -- END-OF-OFFERS
}
offer() {
  print -r -- OFFERS-BEGIN
  compprefuncs=()
  comppostfuncs=(offers_end)
  zle complete-word
}
zle -N offer
zle -C complete-word complete-word _main_complete
bindkey '^X' offer
print -r -- READ''Y
