"""Writes the completions for zsh. They offer commands and options with their descriptions, and for a value the words that the
description lists, or files if it lists none."""
import re


def quoted(text):
    """The text in single quotes, as a shell reads it."""
    return "'" + text.replace("'", "'\\''") + "'"


def plain(text):
    """The text with brackets, colons and backslashes escaped, which have a meaning in the specifications of _arguments and _describe."""
    return re.sub(r"([\[\]:\\])", r"\\\1", text)


def value_of(argument):
    """The part of a specification that says what may be the value of an option or a positional."""
    return f":{argument.kind or argument.names[0]}:" + (f"({' '.join(argument.choices)})" if argument.choices else "_files")


def option_lines(command):
    """The specifications of a command's options, in quotes. Every name of an option has its own."""
    for option in command.options:
        text = f"[{plain(option.text)}]" + (value_of(option) if option.kind else "")
        for name in option.names:
            others = "" if option.repeated else f"({' '.join(option.names)})"
            yield quoted(("*" if option.repeated else others) + name + text)


def function_name(command):
    return "_" + "_".join(word.replace("-", "_") for word in command.path)


def arguments(command, rest):
    """The call of _arguments with the options of the command and the specifications in `rest`."""
    # Options behind the name of a subcommand belong to that subcommand. With -A, zsh completes no options of this command there.
    ends = " -A '-*'" if command.commands else ""
    return f"  _arguments -C{ends} \\\n" + "".join(f"    {line} \\\n" for line in [*option_lines(command), *rest]).removesuffix(" \\\n") + "\n"


def leaf(command):
    """The function that completes a command without commands of its own."""
    rest = []
    for place, positional in enumerate(command.positionals, 1):
        rest.append(quoted(("*" if positional.repeated else str(place)) + f":{positional.names[0]}"
                           + value_of(positional)[value_of(positional).index(":", 1):]))
    return f"{function_name(command)}() {{\n{arguments(command, rest)}}}\n"


def branch(command):
    """The function that completes a command with commands of its own: it calls their functions."""
    known = "".join(f"    {quoted(name + ':' + plain(below.text))}\n" for name, below in command.commands.items())
    calls = "".join(f"      {name}) {function_name(below)} ;;\n" for name, below in command.commands.items())
    first = command.positionals[0].choices if command.positionals else []
    extra = ""
    if first:
        extra = f"      compadd -- {' '.join(first)}\n"
    elif command.positionals:
        extra = "      _files\n"
    return (f"{function_name(command)}() {{\n  local curcontext=$curcontext state line\n  local -a commands\n  commands=(\n{known}  )\n"
            + arguments(command, ["'1: :->command'", "'*:: :->rest'"])
            + "  case $state in\n    command)\n      _describe -t commands command commands\n" + extra + "      ;;\n"
            + f"    rest) case $words[1] in\n{calls}      *) _arguments {' '.join(option_lines(command))} '*:file:_files' ;;\n"
            + "    esac ;;\n  esac\n}\n")


def zsh_completion(root):
    """The text of the file with the completions; `root` is the Command that read_help.read_command() returned."""
    functions = [branch(command) if command.commands else leaf(command) for command in root.all()]
    return ("#compdef chasescope\n# Made from --help by packaging/help_pages.py; change the program instead.\n\n"
            + "\n".join(functions) + '\n_chasescope "$@"\n')
