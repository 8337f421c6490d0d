import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/** A way to a server that may swallow everything: nothing comes through any more, and nobody is told. */
export interface BlackHole {
  port: number
  /** From now on. Lines of this time stay dead for good, as the other side has them: open, and still. */
  open(): void
  close(): void
  stop(): Promise<void>
}

export async function createBlackHole(target: string): Promise<BlackHole> {
  const lines = new Set<[Socket, Socket | undefined]>()
  let isOpen = false

  const server = createServer((near) => {
    near.on('error', () => undefined)
    if (isOpen) return void lines.add([near, undefined])
    const far = connect(target)
    far.on('error', () => near.destroy())
    const line: [Socket, Socket] = [near, far]
    lines.add(line)
    near.on('data', (data) => far.write(data))
    far.on('data', (data) => near.write(data))
    near.on('close', () => {
      if (lines.has(line)) far.destroy()
    })
    far.on('close', () => {
      if (lines.has(line)) near.destroy()
    })
  })
  const swallowed: Socket[] = []
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    port: (server.address() as AddressInfo).port,
    open: () => {
      isOpen = true
      for (const [near, far] of lines) {
        near.removeAllListeners('data').resume()
        far?.removeAllListeners('data').resume()
        swallowed.push(near, ...(far ? [far] : []))
      }
      lines.clear()
    },
    close: () => {
      isOpen = false
    },
    stop: async () => {
      for (const socket of [...swallowed, ...[...lines].flat()]) socket?.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
