import type { Browser, BrowserContextOptions } from '@playwright/test'
import { type Company, createCompany } from './company.ts'
import { type Desk, openDesk } from './desk.ts'
import type { Server } from './server.ts'
import { type Chat, openChat } from './visitor.ts'

interface Talk {
  company: Company
  ana: Desk
  visitor: Chat
}

/** Rita Moura has written, and Ana Prado serves her. */
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
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [queue]), look)
  await ana.accept('Rita Moura')
  return { company, ana, visitor }
}
