import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { root, server } from '../process.mjs'

export interface DemoProduct {
  url: string
  /** Everybody's password, as soon as the demo company is there. Undefined: the product ended before. */
  password: Promise<string | undefined>
  /** Resolves to its exit code. */
  ended: Promise<number>
}

/** Starts the product with the demo company. It ends with this process, by a signal or an error too. */
export function startProduct({ port, env }: { port: number; env: NodeJS.ProcessEnv }): DemoProduct {
  const url = `http://127.0.0.1:${port}`
  const product = spawn(process.execPath, [...server, '--demo'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...env,
      PORT: String(port),
      HOST: '127.0.0.1',
      GUICHE_PUBLIC_URL: url,
      GUICHE_METRICS_PORT: '0',
      // A person reads this terminal: no log lines of what works.
      LOG_LEVEL: env['LOG_LEVEL'] ?? 'warn',
    },
  })
  process.on('exit', () => product.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => product.kill('SIGTERM'))
  const ended = once(product, 'exit').then(() => product.exitCode ?? 1)
  return { url, password: Promise.race([passwordIn(product), ended.then(() => undefined)]), ended }
}

/** Reads the demo's password, which the product prints once it is ready. */
function passwordIn({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let said = ''
    stdout?.on('data', (part: Buffer) => {
      process.stdout.write(part)
      said += part.toString()
      const found = /everybody's password: (\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
}
