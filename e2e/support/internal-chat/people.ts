import { type Browser, expect } from '@playwright/test'
import { logInByApi, must } from '../call.ts'
import { type Company, type Person, createCompany } from '../company.ts'
import { type Desk, openDesk } from '../desk.ts'
import type { Server } from '../server.ts'

interface Team {
  company: Company
  ana: Person
  bia: Person
  caio: Person
}

export async function team(server: Server): Promise<Team> {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  return {
    company,
    ana: await company.attendant('Ana Prado', [queue]),
    bia: await company.attendant('Bia Souza', [queue]),
    caio: await company.attendant('Caio Lima', [queue]),
  }
}

/** Ana and Bia, each at a desk, in a chat that Ana owns, and in which she has written these messages. */
export async function talkOfTwo(browser: Browser, server: Server, look = {}, messages: string[] = []) {
  const people = await team(server)
  const { call } = await logInByApi(server, people.ana)
  const chat = await must<{ id: number; uuid: string }>(
    call('POST', '/chats', { title: 'Vendas e entregas', users: [{ id: people.bia.id }] }),
  )
  for (const message of messages) await must(call('POST', `/chats/${chat.id}/messages`, { message }))
  const ana = await openDesk(browser, server, people.ana, look)
  const bia = await openDesk(browser, server, people.bia)
  const open = async ({ page }: Desk) => {
    await page.goto(`${server.url}/chats/${chat.uuid}`)
    await expect(page.getByRole('heading', { name: 'Vendas e entregas' })).toBeVisible()
  }
  return { caio: people.caio, ana: ana.page, bia: bia.page, openForAna: () => open(ana), openForBia: () => open(bia) }
}
