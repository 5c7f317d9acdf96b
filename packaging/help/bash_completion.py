"""Writes the completions for bash. They offer commands and options, and for the value of an option the words that its description
lists, or files if it lists none."""


def words_of(command):
    """The names of a command's own commands and of its options."""
    return [*command.commands, *(name for option in command.options for name in option.names)]


def bash_completion(root):
    """The text of the file with the completions; `root` is the Command that read_help.read_command() returned."""
    paths, words, values = [], [], []
    for command in root.all():
        path = "".join(f" {word}" for word in command.path[1:])
        if path:
            paths.append(f'"{path}"')
        first = [] if not command.positionals else command.positionals[0].choices
        words.append(f'    "{path}") words="{" ".join(dict.fromkeys([*words_of(command), *first]))}" ;;')
        for option in command.options:
            if not option.kind:
                continue
            names = "|".join(f'"{path}:{name}"' for name in option.names)
            values.append(f'    {names}) taken=1 words="{" ".join(option.choices)}" ;;')
    return f"""# Completions of chasescope for bash. Made from --help by packaging/help_pages.py; change the program instead.
_chasescope() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} path="" words="" taken="" word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ ${{COMP_WORDS[i-1]}} == -* ]] && continue
    case "$path ${{COMP_WORDS[i]}}" in
      {"|".join(paths)}) path="$path ${{COMP_WORDS[i]}}" ;;
    esac
  done
  case "$path:$before" in
{chr(10).join(values)}
  esac
  [ -n "$taken" ] || case "$path" in
{chr(10).join(words)}
  esac
  COMPREPLY=()
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$current")
}}
complete -o bashdefault -o default -F _chasescope chasescope
"""
