import { describe, expect, it } from 'vitest'
import { checkDefinition } from '../check/check-definition.ts'
import { definitionOfCommand, splitCommand } from './command-definition.ts'
import { eachFact } from './definition-fact.ts'

describe('a command', () => {
  it.each([
    ['goose acp', ['goose', 'acp']],
    ['  goose\t acp\n', ['goose', 'acp']],
    ['"my agent" --name "it\'s me" \'say "hi"\'', ['my agent', '--name', "it's me", 'say "hi"']],
    ['agent --name="a b"c \'\'', ['agent', '--name=a bc', '']],
    ['agent $HOME ~ *.ts | cat; rm && x', ['agent', '$HOME', '~', '*.ts', '|', 'cat;', 'rm', '&&', 'x']],
    [String.raw`C:\agents\one.exe --acp`, [String.raw`C:\agents\one.exe`, '--acp']],
  ])('splits %s into arguments without a shell', (command, words) => {
    expect(splitCommand(command)).toEqual(words)
  })

  it.each([
    ['', 'The command "" names no program'],
    ['  ', 'The command "  " names no program'],
    ["''", `The command "''" names no program`],
    ['agent "x', String.raw`The command "agent \"x" has an unclosed quote`],
    ["agent it's", `The command "agent it's" has an unclosed quote`],
  ])('rejects %j', (command, message) => {
    expect(() => splitCommand(command)).toThrowError(message)
  })
})

describe('the agent of a command', () => {
  it('has the name of its program and only unknown facts', () => {
    const definition = definitionOfCommand('Goose_2 acp --quiet', '/repo')
    checkDefinition(definition)
    const { facts, ...rest } = definition
    expect(rest).toEqual({
      id: 'goose-2',
      name: 'goose-2',
      knownOnlyLive: true,
      binaries: ['Goose_2'],
      install: [],
      auth: { methods: [], files: [], variables: [] },
      acp: { binary: 'Goose_2', arguments: ['acp', '--quiet'] },
    })
    expect(
      new Set(
        Object.values(facts)
          .flatMap(eachFact)
          .map(({ fact }) => fact.support),
      ),
    ).toEqual(new Set(['unknown']))
  })

  it.each([
    ['./bin/agent.js', 'agent', '/repo/bin/agent.js'],
    ['/opt/My Agent', 'my', '/opt/My'],
    ['"/opt/My Agent"', 'my-agent', '/opt/My Agent'],
    ['../…', 'agent', '/…'],
  ])('names %s %s, with the program at %s', (command, id, program) => {
    expect(definitionOfCommand(command, '/repo')).toMatchObject({ id, acp: { binary: program } })
  })

  it('rejects variables before the program', () => {
    expect(() => definitionOfCommand('KEY=x agent')).toThrowError(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message: 'KEY=x is not a program',
        hint: 'Pass variables with --env KEY=x.',
      }),
    )
  })
})
