import type { Channel } from '@guiche/channel'

export interface Channels {
  install(channel: Channel): void
  /** Undefined: this installation runs without it. */
  find(name: string): Channel | undefined
  names(): string[]
  /** Connections that need a process of their own and that this process can send on now. */
  served(companyId: number): number[]
}

export function createChannels(): Channels {
  const installed = new Map<string, Channel>()
  return {
    install: (channel) => void installed.set(channel.facts.name, channel),
    find: (name) => installed.get(name),
    names: () => [...installed.keys()],
    served: (companyId) => [...installed.values()].flatMap((channel) => channel.served?.(companyId) ?? []),
  }
}
