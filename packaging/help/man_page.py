"""Writes a man page (in roff) from the --help of a program, which read_help.py has read."""
import re


def roff(text):
    """The text with all characters escaped that are commands of roff."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("…", "...")
    return "\\&" + text if text.startswith(".") else text


def bold(word):
    return f"\\fB{roff(word)}\\fR"


def italic(word):
    return f"\\fI{roff(word)}\\fR"


def option_lines(option):
    names = ", ".join(bold(name) for name in option.names)
    kind = f" {italic(option.kind)}" if option.kind else ""
    default = f"={roff(option.default)}" if option.default else ""
    marks = (" ..." if option.repeated else "") + (" (required)" if option.required else "")
    return [".TP", names + kind + default + marks, roff(option.text)]


def positional_lines(positional):
    mark = (" ..." if positional.repeated else "") + (" (required)" if positional.required else "")
    return [".TP", italic(positional.names[0]) + mark, roff(positional.text)]


def own_options(command, root):
    """The options of a command without --help. The page has --help once, among the options of the program itself."""
    return [one for one in command.options if command is root or "--help" not in one.names]


def note_lines(title, lines):
    if title == "Examples":
        return [".nf", *(roff(line) for line in lines), ".fi"]
    return [roff(" ".join(lines))]


def man_page(root, version):
    """The text of the page. `root` is the Command that read_help.read_command() returned, `version` as "0.1.0"."""
    out = [r'.\" Made from --help by packaging/help_pages.py; change the program instead.',
           f'.TH CHASESCOPE 1 "" "ChaseScope {version}" "User Commands"',
           ".nh",  # no hyphenation: a command that is broken by a hyphen can't be copied
           ".SH NAME", r"chasescope \- explorer of the memory hierarchies of GPUs",
           ".SH SYNOPSIS", f"{bold('chasescope')} {roff(root.usage)}"]
    for command in root.commands.values():
        out += [".br", f"{bold('chasescope')} {bold(command.path[-1])} {roff(command.usage)}"]
    out += [".SH DESCRIPTION", roff(root.text)]
    for positional in root.positionals:
        out += positional_lines(positional)
    out += [".SH OPTIONS"]
    for option in root.options:
        out += option_lines(option)
    out += [".SH COMMANDS"]
    for command in root.all():
        if command is root:
            continue
        out += [f".SS {roff(' '.join(command.path[1:]))}", roff(re.sub(r"([^.?!])$", r"\1.", command.text))]
        for positional in command.positionals:
            out += positional_lines(positional)
        for option in own_options(command, root):
            out += option_lines(option)
        for title, lines in command.notes:
            if title == "Examples" and (title, lines) not in root.notes:
                out += [".PP", *note_lines(title, lines)]
    for title, lines in root.notes:
        out += [f".SH {'EXIT STATUS' if title == 'Exit code' else title.upper()}", *note_lines(title, lines)]
    return "\n".join(out) + "\n"
