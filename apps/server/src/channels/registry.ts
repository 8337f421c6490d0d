import type { Channel } from './channel.ts'

export interface Channels {
  install(channel: Channel): void
  /** Undefined: this installation runs without it. */
  find(name: string): Channel | undefined
  names(): string[]
}

export function createChannels(): Channels {
  const installed = new Map<string, Channel>()
  return {
    install: (channel) => void installed.set(channel.name, channel),
    find: (name) => installed.get(name),
    names: () => [...installed.keys()],
  }
}
