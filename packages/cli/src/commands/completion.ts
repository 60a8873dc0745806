// Completion scripts. Each holds the whole tree of commands, so that completing starts no process.
import type { Command } from 'commander';
import { type ValueKind, valueKindOf } from './completion-values.ts';

interface CompletionWord {
  readonly word: string;
  readonly description: string;
}

interface CompletionOption extends CompletionWord {
  /** Its values, where they are known. */
  readonly choices: readonly string[];
  /** Its values, where the service knows them. */
  readonly values: ValueKind | undefined;
}

/** A command by its path, for example `team apply`; the program itself is ''. */
export interface CompletionNode {
  readonly path: string;
  readonly commands: readonly CompletionWord[];
  readonly options: readonly CompletionOption[];
  /** Values of its argument, where they are known. */
  readonly choices: readonly string[];
  /** Values of its first argument, where the service knows them. */
  readonly values: ValueKind | undefined;
}

export function commandTree(program: Command): CompletionNode[] {
  const globals = program.options.filter(({ long }) => long !== '--version');
  const visit = (command: Command, path: string): CompletionNode[] => {
    const children = command.commands.filter((child) => !isHidden(child));
    const [argument] = command.registeredArguments;
    const options = path === '' ? program.options : [...command.options, ...globals];
    const node: CompletionNode = {
      path,
      commands: children.map((child) => ({ word: child.name(), description: summaryOf(child) })),
      options: [
        ...options.map((option) => ({
          word: option.long ?? option.short ?? '',
          description: option.description,
          choices: option.argChoices ?? [],
          values: valueKindOf(option),
        })),
        { word: '--help', description: 'display help', choices: [], values: undefined },
      ],
      choices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
      values: argument && valueKindOf(argument),
    };
    const below = children.flatMap((child) => visit(child, `${path} ${child.name()}`.trim()));
    return [node, ...below];
  };
  return visit(program, '');
}

/** Commander knows it, and does not tell. */
function isHidden(command: Command): boolean {
  return command.name() === 'complete-values';
}

/** A part of a script that prints the values which begin with the text, without an error. */
function printValues(kind: ValueKind, current: string): string {
  return `$(groupwright complete-values ${kind} ${current} 2>/dev/null)`;
}

function summaryOf(command: Command): string {
  return command.summary() || (command.description().split('\n')[0] ?? '');
}

export function bashScript(nodes: readonly CompletionNode[]): string {
  const cases = nodes.map(({ path, commands, options, choices, values }) => {
    const words = [
      ...commands.map(({ word }) => word),
      ...choices,
      ...options.map(({ word }) => word),
    ];
    const more =
      values && `; [[ $current == -* ]] || words+=" ${printValues(values, '"$current"')}"`;
    return `    ${quote(path)}) words=${quote(words.join(' '))}${more ?? ''} ;;`;
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
${valueCases(nodes, ({ choices, values }) => `words=${values === undefined ? quote(choices.join(' ')) : `"${printValues(values, '"$current"')}"`}`).join('\n')}
  esac
  # shellcheck disable=SC2207 -- no word holds spaces
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _groupwright groupwright
`;
}

export function zshScript(nodes: readonly CompletionNode[]): string {
  const cases = nodes.map(({ path, commands, options, choices, values }) => {
    const words = [...commands, ...choices.map((word) => ({ word, description: '' })), ...options];
    const entries = words.map(({ word, description }) =>
      quote(`${word}:${description.replaceAll(':', '\\:')}`),
    );
    const more = values && ` \${(f)"${printValues(values, '"$words[CURRENT]"')}"}`;
    return `    ${quote(path)}) items=(${entries.join(' ')}${more ?? ''}) ;;`;
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
${valueCases(nodes, ({ choices, values }) => `items=(${values === undefined ? choices.map(quote).join(' ') : `\${(f)"${printValues(values, '"$words[CURRENT]"')}"}`})`).join('\n')}
  esac
  _describe groupwright items
}
compdef _groupwright groupwright
`;
}

export function fishScript(nodes: readonly CompletionNode[]): string {
  const fishValues = (kind: ValueKind) =>
    `(groupwright complete-values ${kind} (commandline -ct) 2>/dev/null)`;
  const lines = nodes.flatMap(({ path, commands, options, choices, values: own }) => {
    const condition = `-n ${quote(`__groupwright_at ${quote(path)}`)}`;
    const words = [...commands, ...choices.map((word) => ({ word, description: '' }))];
    return [
      ...words.map(
        ({ word, description }) =>
          `complete -c groupwright -f ${condition} -a ${quote(word)} -d ${quote(description)}`,
      ),
      ...(own === undefined
        ? []
        : [`complete -c groupwright -f ${condition} -a ${quote(fishValues(own))}`]),
      ...options.map(({ word, description, choices: values, values: kind }) => {
        const all = kind === undefined ? values.join(' ') : fishValues(kind);
        const known = all === '' ? '' : ` -x -a ${quote(all)}`;
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

/** Without a result, PowerShell completes names of files. */
export function powershellScript(nodes: readonly CompletionNode[]): string {
  // Typographic quotation marks end a text, too.
  const quoted = (text: string) => `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`;
  const entry = (path: string, words: readonly string[]) =>
    `    ${quoted(path)} = @(${words.map(quoted).join(', ')})`;
  const words = nodes.map(({ path, commands, choices, options }) =>
    entry(path, [
      ...[...commands, ...options].map(({ word, description }) => `${word}|${description}`),
      ...choices,
    ]),
  );
  const withValues = nodes.flatMap(({ path, options, values }) => [
    { at: path, choices: [], values },
    ...options.map((option) => ({ ...option, at: `${path} ${option.word}` })),
  ]);
  const kinds = withValues.flatMap(({ at, values }) =>
    values === undefined ? [] : [`    ${quoted(at)} = ${quoted(values)}`],
  );
  const choices = withValues.flatMap(({ at, choices: some, values }) =>
    values === undefined && some.length > 0 ? [entry(at, some)] : [],
  );
  return `# PowerShell completion of groupwright
Register-ArgumentCompleter -Native -CommandName groupwright -ScriptBlock {
  param($current, $line, $position)
  $known = ${quoted(knownWords(nodes))} -split ' '
  $words = @{
${words.join('\n')}
  }
  $choices = @{
${choices.join('\n')}
  }
  $kinds = @{
${kinds.join('\n')}
  }
  $before = @($line.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { $_.Extent.Text })
  $path = @($before | Where-Object { $known -ccontains $_ }) -join ' '
  $previous = "$path $($before | Select-Object -Last 1)"
  if ($previous -cmatch ' (--file|-f|--from)$') { return }
  $found = if ($kinds.ContainsKey($previous)) { @(groupwright complete-values $kinds[$previous] $current 2>$null) }
    elseif ($choices.ContainsKey($previous)) { $choices[$previous] }
    else {
      $words[$path]
      if ($kinds.ContainsKey($path) -and -not $current.StartsWith('-')) {
        groupwright complete-values $kinds[$path] $current 2>$null
      }
    }
  $found | ForEach-Object {
    $word, $description = $_ -split '\\|', 2
    if ($word -and $word.StartsWith($current)) {
      [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', "$word $description")
    }
  }
}
`;
}

/** One case for each option with known values. */
function valueCases(
  nodes: readonly CompletionNode[],
  assign: (option: CompletionOption) => string,
): string[] {
  return nodes.flatMap(({ path, options }) =>
    options
      .filter(({ choices, values }) => choices.length > 0 || values !== undefined)
      .map((option) => `    ${quote(`${path} ${option.word}`)}) ${assign(option)} ;;`),
  );
}

function knownWords(nodes: readonly CompletionNode[]): string {
  return [...new Set(nodes.flatMap(({ path }) => path.split(' ')))].filter(Boolean).join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
