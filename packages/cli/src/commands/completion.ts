// Completion scripts. Each holds the whole tree of commands, so that completing starts no process.
import type { Command } from 'commander';

interface CompletionWord {
  readonly word: string;
  readonly description: string;
}

interface CompletionOption extends CompletionWord {
  /** Its values, where they are known. */
  readonly choices: readonly string[];
}

/** A command by its path, for example `team apply`; the program itself is ''. */
export interface CompletionNode {
  readonly path: string;
  readonly commands: readonly CompletionWord[];
  readonly options: readonly CompletionOption[];
  /** Values of its argument, where they are known. */
  readonly choices: readonly string[];
}

export function commandTree(program: Command): CompletionNode[] {
  const globals = program.options.filter(({ long }) => long !== '--version');
  const visit = (command: Command, path: string): CompletionNode[] => {
    const children = command.commands;
    const options = path === '' ? program.options : [...command.options, ...globals];
    const node: CompletionNode = {
      path,
      commands: children.map((child) => ({ word: child.name(), description: summaryOf(child) })),
      options: [
        ...options.map(({ long, short, description, argChoices }) => ({
          word: long ?? short ?? '',
          description,
          choices: argChoices ?? [],
        })),
        { word: '--help', description: 'display help', choices: [] },
      ],
      choices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    };
    const below = children.flatMap((child) => visit(child, `${path} ${child.name()}`.trim()));
    return [node, ...below];
  };
  return visit(program, '');
}

function summaryOf(command: Command): string {
  return command.summary() || (command.description().split('\n')[0] ?? '');
}

export function bashScript(nodes: readonly CompletionNode[]): string {
  const cases = nodes.map(({ path, commands, options, choices }) => {
    const words = [
      ...commands.map(({ word }) => word),
      ...choices,
      ...options.map(({ word }) => word),
    ];
    return `    ${quote(path)}) words=${quote(words.join(' '))} ;;`;
  });
  return `# bash completion of groupwright
_groupwright() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path='' words='' word
  case "$previous" in
    --file | -f | --from) COMPREPLY=(); compopt -o default 2>/dev/null; return ;;
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${knownWords(nodes)} " in
      *" $word "*) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  case "$path $previous" in
${valueCases(nodes, (choices) => `words=${quote(choices.join(' '))}`).join('\n')}
  esac
  # shellcheck disable=SC2207 -- no word holds spaces
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _groupwright groupwright
`;
}

export function zshScript(nodes: readonly CompletionNode[]): string {
  const cases = nodes.map(({ path, commands, options, choices }) => {
    const words = [...commands, ...choices.map((word) => ({ word, description: '' })), ...options];
    const entries = words.map(({ word, description }) =>
      quote(`${word}:${description.replaceAll(':', '\\:')}`),
    );
    return `    ${quote(path)}) items=(${entries.join(' ')}) ;;`;
  });
  return `#compdef groupwright
_groupwright() {
  local at='' word
  local -a items
  case "\${words[CURRENT-1]}" in
    --file | -f | --from) _files; return ;;
  esac
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case ' ${knownWords(nodes)} ' in
      *" $word "*) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  case "$at \${words[CURRENT-1]}" in
${valueCases(nodes, (choices) => `items=(${choices.map(quote).join(' ')})`).join('\n')}
  esac
  _describe groupwright items
}
compdef _groupwright groupwright
`;
}

export function fishScript(nodes: readonly CompletionNode[]): string {
  const lines = nodes.flatMap(({ path, commands, options, choices }) => {
    const condition = `-n ${quote(`__groupwright_at ${quote(path)}`)}`;
    const words = [...commands, ...choices.map((word) => ({ word, description: '' }))];
    return [
      ...words.map(
        ({ word, description }) =>
          `complete -c groupwright -f ${condition} -a ${quote(word)} -d ${quote(description)}`,
      ),
      ...options.map(({ word, description, choices: values }) => {
        const known = values.length === 0 ? '' : ` -x -a ${quote(values.join(' '))}`;
        return `complete -c groupwright ${condition} -l ${quote(word.replace(/^-+/, ''))}${known} -d ${quote(description)}`;
      }),
    ];
  });
  return `# fish completion of groupwright
function __groupwright_at
  set -l known ${knownWords(nodes)}
  set -l path
  for word in (commandline -opc)[2..-1]
    if contains -- $word $known
      set -a path $word
    end
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** One case for each option with known values. */
function valueCases(
  nodes: readonly CompletionNode[],
  assign: (choices: readonly string[]) => string,
): string[] {
  return nodes.flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ word, choices }) => `    ${quote(`${path} ${word}`)}) ${assign(choices)} ;;`),
  );
}

function knownWords(nodes: readonly CompletionNode[]): string {
  return [...new Set(nodes.flatMap(({ path }) => path.split(' ')))].filter(Boolean).join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
