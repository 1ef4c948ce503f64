import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SandboxLab } from '../../test/support/sandbox-lab.ts'
import { sandboxSupport } from './bubblewrap.ts'

describe.runIf('path' in sandboxSupport(process.env))('in a sandbox', () => {
  let lab: SandboxLab
  const print = (text: string): string => `#!/bin/sh\necho ${text}\n`

  beforeEach(() => {
    lab = new SandboxLab()
  })

  afterEach(() => lab[Symbol.dispose]())

  function link(target: string, at: string): void {
    const path = join(lab.folder, at)
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(target, path)
  }

  /** Runs `tool` with these folders first on the PATH. */
  const tool = (...folders: string[]): Promise<string> =>
    lab.run('tool', {
      environment: {
        PATH: [...folders.map((one) => join(lab.folder, one)), '/usr/bin', '/bin'].join(':'),
        HOME: lab.home,
      },
    })

  it('starts programs of nvm', async () => {
    lab.write('home/.nvm/versions/node/v1/lib/node_modules/tool/cli.sh', print('nvm'))
    link('../lib/node_modules/tool/cli.sh', 'home/.nvm/versions/node/v1/bin/tool')
    expect(await tool('home/.nvm/versions/node/v1/bin')).toBe('nvm\n')
  })

  it('starts shims of volta, which find the program by their name', async () => {
    lab.write(
      'home/.volta/bin/volta-shim',
      '#!/bin/sh\nname=$(basename "$0"); exec "$HOME/.volta/tools/image/$name/bin/$name"\n',
    )
    link('volta-shim', 'home/.volta/bin/tool')
    lab.write('home/.volta/tools/image/tool/bin/tool', print('volta'))
    expect(await tool('home/.volta/bin')).toBe('volta\n')
  })

  it('starts shims of asdf, which read the version of the home', async () => {
    lab.write('home/.asdf/shims/tool', '#!/bin/sh\nexec "$HOME/.asdf/bin/asdf" exec tool\n')
    lab.write(
      'home/.asdf/bin/asdf',
      '#!/bin/sh\nread name version < "$HOME/.tool-versions"; exec "$HOME/.asdf/installs/$name/$version/bin/$name"\n',
    )
    lab.write('home/.tool-versions', 'tool 1.2\n')
    lab.write('home/.asdf/installs/tool/1.2/bin/tool', print('asdf'))
    expect(await tool('home/.asdf/shims')).toBe('asdf\n')
  })

  it('starts programs of pipx', async () => {
    lab.write('home/.local/share/pipx/venvs/tool/pyvenv.cfg', '')
    link('/bin/sh', 'home/.local/share/pipx/venvs/tool/bin/python')
    const interpreter = join(lab.home, '.local/share/pipx/venvs/tool/bin/python')
    lab.write('home/.local/share/pipx/venvs/tool/bin/tool', `#!${interpreter}\necho pipx\n`)
    link('../share/pipx/venvs/tool/bin/tool', 'home/.local/bin/tool')
    expect(await tool('home/.local/bin')).toBe('pipx\n')
  })

  it.each(['linuxbrew/.linuxbrew', 'home/.linuxbrew'])('starts programs of %s', async (prefix) => {
    lab.write(`${prefix}/Cellar/tool/1/libexec/real`, print('brew'))
    lab.write(
      `${prefix}/Cellar/tool/1/bin/tool`,
      `#!/bin/sh\nexec ${lab.folder}/${prefix}/opt/tool/libexec/real\n`,
    )
    link('../Cellar/tool/1', `${prefix}/opt/tool`)
    link('../Cellar/tool/1/bin/tool', `${prefix}/bin/tool`)
    expect(await tool(`${prefix}/bin`)).toBe('brew\n')
  })

  it.each(['.npm-global', 'npm'])('starts programs of the npm prefix ~/%s', async (prefix) => {
    lab.write(`home/${prefix}/lib/node_modules/tool/cli.sh`, print('npm'))
    link('../lib/node_modules/tool/cli.sh', `home/${prefix}/bin/tool`)
    expect(await tool(`home/${prefix}/bin`)).toBe('npm\n')
  })

  it('does not show the rest of a folder of the home whose programs are on the PATH', async () => {
    lab.write('home/project/bin/tool', print('own'))
    lab.write('home/project/.env', 'secret\n')
    expect(await tool('home/project/bin')).toBe('own\n')
    const environment = { PATH: `${lab.home}/project/bin:/usr/bin:/bin`, HOME: lab.home }
    expect(await lab.run(`cat ${lab.home}/project/.env 2>/dev/null; echo end`, { environment })).toBe('end\n')
  })

  it('starts commands behind two links', async () => {
    lab.write('opt/b/bin/real', '#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/../share/text"\n')
    lab.write('opt/b/share/text', 'linked\n')
    link(join(lab.folder, 'opt/b/bin/real'), 'opt/a/tool')
    link(join(lab.folder, 'opt/a/tool'), 'home/tools/tool')
    expect(await tool('home/tools')).toBe('linked\n')
    const program = join(lab.home, 'tools/tool')
    expect(await lab.run(program, { programs: [program] })).toBe('linked\n')
  })

  it('starts an agent behind a shell wrapper', async () => {
    lab.write('opt/x/bin/y', `#!/bin/sh\ncat ${lab.folder}/opt/x/lib/text\n`)
    lab.write('opt/x/lib/text', 'wrapped\n')
    const program = lab.write(
      'home/bin/agent',
      `#!/bin/bash\nset -e\nexec "${lab.folder}/opt/x/bin/y" "$@"\n`,
    )
    expect(await lab.run(program, { programs: [program] })).toBe('wrapped\n')
  })

  it('has the git identity of the user, also of included files', async () => {
    lab.write(
      'home/.gitconfig',
      `[user]\n\tname = Ada\n[includeIf "gitdir:${lab.work}/"]\n\tpath = ~/.gitconfig-work\n`,
    )
    lab.write('home/.gitconfig-work', '[user]\n\temail = ada@work.test\n[include]\n\tpath = more/git\n')
    lab.write('home/more/git', '[alias]\n\tst = status\n')
    execFileSync('git', ['init', '-q', lab.work])
    expect(await lab.run('git config user.name; git config user.email; git config alias.st')).toBe(
      'Ada\nada@work.test\nstatus\n',
    )
    lab.write('home/.config/git/config', '[user]\n\tname = Grace\n')
    expect(await lab.run('git config --get-all user.name')).toBe('Grace\nAda\n')
  })

  it('shows a submodule with its repository, and no other one', async () => {
    const git = (cwd: string, ...words: string[]): string =>
      execFileSync(
        'git',
        ['-c', 'user.name=A', '-c', 'user.email=a@b.c', '-c', 'protocol.file.allow=always', ...words],
        { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
      )
    const [origin, main] = [join(lab.folder, 'origin'), join(lab.folder, 'main')]
    for (const one of [origin, main]) {
      mkdirSync(one)
      git(one, 'init', '-q')
      git(one, 'commit', '-q', '--allow-empty', '-m', 'first')
    }
    git(main, 'submodule', 'add', '-q', origin, 'part')
    expect(await lab.run('git log --format=%s', { workspace: [join(main, 'part')] })).toBe('first\n')
    lab.write('work/.git', `gitdir: ${main}/.git/modules/part\n`)
    expect(await lab.run(`ls ${main} 2>/dev/null; echo end`)).toBe('end\n')
  })
})
