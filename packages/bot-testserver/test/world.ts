import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { type BotServer, type BotServerOptions, createBotServer } from '../src/index.ts'

export interface Answered {
  status: number
  headers: Headers
  text: string
  body: Record<string, unknown>
}

/** One server for the tests of a file. After each test it must have recorded the expected problems, by default none. */
export class World {
  expectedProblems: string[] = []
  #server: BotServer | undefined

  get server(): BotServer {
    if (!this.#server) throw new Error('the server is not up yet')
    return this.#server
  }

  async start(options: BotServerOptions): Promise<void> {
    this.#server = await createBotServer(options)
  }

  async stop(): Promise<void> {
    await this.#server?.stop()
  }
}

export function testWorld(options: BotServerOptions = {}): World {
  const world = new World()
  let checked = 0
  beforeAll(() => world.start(options))
  afterEach(() => {
    const { expectedProblems, server } = world
    world.expectedProblems = []
    const problems = server.problems.slice(checked).map(({ text }) => text)
    checked += problems.length
    server.clear()
    expect(problems).toEqual(expectedProblems)
  })
  afterAll(() => world.stop())
  return world
}

/** Waits until an expectation about the server's side holds. */
export function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 60_000, interval: 10 })
}

/** A call with JSON in both directions. */
export async function post(url: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Answered> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  return answered(
    await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: sent }),
  )
}

export async function answered(response: Response): Promise<Answered> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: json(text) }
}

function json(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? Object.fromEntries(Object.entries(read)) : {}
  } catch {
    return {}
  }
}
