import { type AddressInfo, type NetConnectOpts, type Socket, connect, createServer } from 'node:net'

/** A proxy to a server that can drop all packets silently. */
export interface BlackHole {
  port: number
  /** Starts to drop everything. Existing connections stay open, but nothing arrives on them. */
  open(): void
  close(): void
  stop(): Promise<void>
}

export async function createBlackHole(target: NetConnectOpts): Promise<BlackHole> {
  const connections = new Set<[Socket, Socket | undefined]>()
  let isOpen = false

  const server = createServer((near) => {
    near.on('error', () => undefined)
    if (isOpen) return void connections.add([near, undefined])
    const far = connect(target)
    far.on('error', () => near.destroy())
    const line: [Socket, Socket] = [near, far]
    connections.add(line)
    near.on('data', (data) => far.write(data))
    far.on('data', (data) => near.write(data))
    near.on('close', () => {
      if (connections.has(line)) far.destroy()
    })
    far.on('close', () => {
      if (connections.has(line)) near.destroy()
    })
  })
  const swallowed: Socket[] = []
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    port: (server.address() as AddressInfo).port,
    open: () => {
      isOpen = true
      for (const [near, far] of connections) {
        near.removeAllListeners('data').resume()
        far?.removeAllListeners('data').resume()
        swallowed.push(near, ...(far ? [far] : []))
      }
      connections.clear()
    },
    close: () => {
      isOpen = false
    },
    stop: async () => {
      for (const socket of [...swallowed, ...[...connections].flat()]) socket?.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
