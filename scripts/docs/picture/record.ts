import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { Recording } from './frames.ts'
import { columns, scenes, type Scene } from './scenes.ts'

/** Records the scenes in real terminals that `script` opens, and writes them to the file of the argument. */
const recordings: Recording[] = []
for (const scene of scenes) recordings.push(await record(scene))
writeFileSync(process.argv[2] ?? '', JSON.stringify(recordings))

async function record({ command, exitCode = 0, keys = [] }: Scene): Promise<Recording> {
  const line = `stty cols ${columns} && ${command}`
  const { NO_COLOR: _none, COLUMNS: _other, ...environment } = process.env
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    env: { ...environment, TERM: 'xterm-256color', SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const output: { delay: number; data: string }[] = []
  const waiting = [...keys]
  let [last, shown] = [performance.now(), '']
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (data: string) => {
    const now = performance.now()
    output.push({ delay: (now - last) / 1000, data })
    ;[last, shown] = [now, shown + data]
    const [next] = waiting
    if (next === undefined || !shown.includes(next.after)) return
    waiting.shift()
    setTimeout(() => child.stdin.write(next.type), 800)
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== exitCode) throw new Error(`${command} exited with ${code}:\n${shown}`)
  return { command, output }
}
