import type { Browser, BrowserContextOptions } from '@playwright/test'
import { type Company, type Person, type Queue, createCompany } from './company.ts'
import { type Desk, openDesk } from './desk.ts'
import type { Server } from './server.ts'
import { type Chat, openChat } from './visitor.ts'

interface Talk {
  company: Company
  queue: Queue
  ana: Desk
  person: Person
  visitor: Chat
}

/** A conversation in which Rita Moura has written and Ana Prado has accepted the ticket. */
export async function openTalk(
  browser: Browser,
  server: Server,
  words: string,
  look?: BrowserContextOptions,
): Promise<Talk> {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const visitor = await openChat(browser, server, await company.webChat([queue]), 'Rita Moura')
  await visitor.write(words)
  const person = await company.attendant('Ana Prado', [queue])
  const ana = await openDesk(browser, server, person, look)
  await ana.accept('Rita Moura')
  return { company, queue, person, ana, visitor }
}
