import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FileFaults, type GroupEntry } from './group-entry.ts';
import { readCsv } from './read-csv.ts';
import { readYaml } from './read-yaml.ts';

function faultsOf(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof FileFaults, String(error));
    return error.faults.map(({ line, column, detail }) => `${line}:${column} ${detail}`);
  }
  return assert.fail('the file was taken');
}

const apollo = {
  displayName: 'Project Apollo',
  description: null,
  mailNickName: 'prj-apollo',
  responsible: 'ada@example.org',
  deputy: null,
  organisationIdOrIdentifier: 'research',
  templateIdOrIdentifier: 'project',
  owners: [],
  members: ['grace@example.org', 'alan@example.org'],
};

function requests(entries: readonly GroupEntry[]): unknown[] {
  return entries.map(({ request }) => request);
}

describe('groups in YAML', () => {
  it('are read with defaults, which a group overrides', () => {
    const entries = readYaml(`
defaults:
  organisation: research
  template: project
  responsible: ada@example.org
groups:
  - mailNickName: prj-apollo
    displayName: Project Apollo
    members: [grace@example.org, alan@example.org]
  - mailNickName: 007
    displayName: 4711
    responsible: eve@example.org
    description:
`);
    assert.deepEqual(requests(entries), [
      apollo,
      {
        ...apollo,
        mailNickName: '007',
        displayName: '4711',
        responsible: 'eve@example.org',
        members: [],
      },
    ]);
  });

  it('know the place of each member, for what the service says of it', () => {
    const [entry] = readYaml(
      'groups:\n  - displayName: A\n    mailNickName: a\n    responsible: r\n    organisation: o\n    template: t\n    members:\n      - one\n      - two\n',
    );
    assert.deepEqual(entry?.locationOf('/mailNickName'), { line: 3, column: 19 });
    assert.deepEqual(entry?.locationOf('/templateIdOrIdentifier'), { line: 6, column: 15 });
    assert.deepEqual(entry?.locationOf('/members/1'), { line: 9, column: 9 });
    assert.deepEqual(entry?.locationOf('/deputy'), { line: 2, column: 5 });
  });

  it('are refused with every fault at once, in line and column', () => {
    const text = `owner: x
groups:
  - displayName: [A]
    mailNickname: a
    responsible: r
  - just text
  - displayName: B
    mailNickName: b
    responsible: r
    organisation: o
    template: t
    members: grace@example.org
    owners: [{}, ok]
  - displayName: C
    mailNickName: B
    responsible: r
    organisation: o
    template: t
`;
    assert.deepEqual(
      faultsOf(() => readYaml(text)),
      [
        '1:1 owner is unknown; known are defaults, groups.',
        '3:5 The group has no mailNickName, no organisation, no template.',
        '3:18 displayName must be text.',
        '4:5 mailNickname is unknown; did you mean mailNickName?',
        '6:5 A group must be an object with members such as displayName and mailNickName.',
        '12:14 members must be a list of people.',
        '13:14 owners must list people by e-mail address or id.',
        '15:19 B is already the mailNickName of another group, in line 8.',
      ],
    );
  });

  it('are refused as a whole when they are no YAML', () => {
    for (const [text, expected] of [
      ['groups: []\n---\ngroups: []\n', /^2:1 The file contains multiple documents/],
      ['groups:\n\t- displayName: A\n', /^2:1 A tab cannot indent a line\. Use spaces\.$/],
      ['groups:\n  - displayName: A: B\n', /^2:18 .*colon and a space must be in quotation marks/],
      ['groups:\n  - displayName: A\n    displayName: B\n', /^3:5 The name appears twice/],
      ['groups:\n  - displayName: "\\q"\n', /^2:\d+ The backslash begins no escape sequence/],
      ['groups:\n  - displayName: @A\n', /^2:18 .*must be in quotation marks/],
    ] as const) {
      const [first = ''] = faultsOf(() => readYaml(text));
      assert.match(first, expected);
      assert.doesNotMatch(first, /YAML\.|parse|scalar|implicit|plain/i);
    }
    const [fault] = faultsOf(() => readYaml('groups:\n  - {displayName: "A'));
    assert.match(fault ?? '', /^2:\d+ /);
    assert.match(faultsOf(() => readYaml(''))[0] ?? '', /^1:1 The file must begin with "groups:"/);
    assert.match(faultsOf(() => readYaml('groups: {}'))[0] ?? '', /^1:9 groups must be a list/);
  });
});

describe('groups in CSV', () => {
  it('have each fault told, however many', () => {
    const rows = 'a,x,m,o,t\n'.repeat(150_000);
    const faults = faultsOf(() =>
      readCsv(`displayName,mailNickName,responsible,organisation,template\n${rows}`),
    );
    assert.equal(faults.length, 149_999);
    assert.match(faults.at(-1) ?? '', /^150001:3 x is already the mailNickName of another group/);
  });

  it('are read by their headings, in any order, quoted or not, from any system', () => {
    for (const newline of ['\n', '\r\n']) {
      for (const mark of ['', '\uFEFF']) {
        const text = [
          'mailNickName,displayName,members,responsible,description',
          'prj-apollo,Project Apollo,grace@example.org; alan@example.org,ada@example.org,',
          'prj-x,"Project ""X"", new",,ada@example.org,"two',
          'lines"',
          '',
        ].join(newline);
        const entries = readCsv(mark + text, { organisation: 'research', template: 'project' });
        assert.deepEqual(requests(entries), [
          apollo,
          {
            ...apollo,
            mailNickName: 'prj-x',
            displayName: 'Project "X", new',
            description: `two${newline}lines`,
            members: [],
          },
        ]);
      }
    }
  });

  it('may have semicolons between the columns, as Excel writes them in many languages', () => {
    const [entry] = readCsv(
      'mailNickName;displayName;members;responsible\nprj-apollo;Project Apollo;"grace@example.org;alan@example.org";ada@example.org\n',
      { organisation: 'research', template: 'project' },
    );
    assert.deepEqual(entry && requests([entry]), [apollo]);
    assert.deepEqual(entry?.locationOf('/displayName'), { line: 2, column: 12 });
  });

  it('may list people with commas, semicolons or line breaks', () => {
    for (const people of [
      'g@x.org,a@x.org',
      'g@x.org; a@x.org',
      'g@x.org\na@x.org',
      'g@x.org\r\n;a@x.org;',
    ]) {
      const [entry] = readCsv(`displayName,mailNickName,responsible,members\nA,a,r,"${people}"\n`, {
        organisation: 'o',
        template: 't',
      });
      assert.deepEqual(entry?.request.members, ['g@x.org', 'a@x.org'], people);
    }
  });

  it('know the place of each field, in characters', () => {
    const [one, two] = readCsv(
      'displayName,mailNickName,responsible,organisation,template\n"Ü, ß",ü,r,o,t\n\nB,b,r,o,t\n',
    );
    assert.deepEqual(one?.locationOf('/displayName'), { line: 2, column: 1 });
    assert.deepEqual(one?.locationOf('/mailNickName'), { line: 2, column: 8 });
    assert.deepEqual(two?.locationOf('/mailNickName'), { line: 4, column: 3 });
    assert.deepEqual(two?.locationOf('/members/0'), { line: 4, column: 1 });
  });

  it('are refused with every fault at once, in line and column', () => {
    assert.deepEqual(
      faultsOf(() => readCsv('displayName,mailNickname,owners,owners\n')),
      [
        '1:13 The heading mailNickname is not known; did you mean mailNickName?',
        '1:33 The heading owners appears twice.',
      ],
    );
    const text =
      'displayName,mailNickName,responsible,organisation,template\nA,a,r,o,t\nB,b,r\n,,r,o,t\nC,A,r,o,t\n';
    assert.deepEqual(
      faultsOf(() => readCsv(text)),
      [
        '3:1 The group has no organisation, no template.',
        '4:1 The group has no displayName, no mailNickName.',
        '5:3 A is already the mailNickName of another group, in line 2.',
      ],
    );
    assert.match(faultsOf(() => readCsv('')).join(''), /^1:1 The file is empty/);
    assert.deepEqual(
      faultsOf(() => readCsv('displayName,mailNickName\nTeam A, B,ab\nC,c,,\nD,d,,x\n')),
      [
        '2:11 The row has 3 cells, but the file has 2 headings. Put a cell that contains the separator in quotation marks.',
        '4:5 The row has 4 cells, but the file has 2 headings. Put a cell that contains the separator in quotation marks.',
      ],
    );
    assert.deepEqual(
      faultsOf(() => readCsv('displayName,,mailNickName\nA,x,a\n')),
      ['1:13 The column has no heading.'],
    );
  });
});
