import type { Contact } from '@guiche/wa-testserver'
import { type Browser, expect, test } from '@playwright/test'
import pg from 'pg'
import { must } from './support/call.ts'
import { listOf, pauseBetween, rowOf } from './support/campaigns.ts'
import { moveClock } from './support/clock.ts'
import { type Company, createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { linkByPage, readCode, whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => ({ ...whatsApp().environment, GUICHE_QUIET_HOURS: '20:00-08:00' }))
const url = (path: string) => `${server().url}${path}`

/** A number that is held is asked about every few seconds. */
const late = { timeout: 120_000 }

let numbers = 0

/** People with phones, and a list of them. */
async function listedPeople({ call }: Company, count: number) {
  const people = Array.from({ length: count }, () => {
    const number = `551198888${String((numbers += 1)).padStart(4, '6000')}`
    return { name: `Pessoa ${numbers}`, number, account: whatsApp().contact(number, `Pessoa ${numbers}`) }
  })
  return { accounts: people.map(({ account }) => account), contactListId: await listOf(call, 'Clientes', people) }
}

/** A campaign on all connections of the company that starts now. */
async function startCampaign({ call }: Company, contactListId: number): Promise<number> {
  const connections = await must<{ id: number }[]>(call('GET', '/whatsapp?session=0'))
  const { id } = await must<{ id: number }>(
    call('POST', '/campaigns', {
      name: 'Inverno',
      contactListId,
      whatsappId: connections.map((one) => one.id).join(','),
      message1: 'Oi {nome}',
      scheduledAt: new Date().toISOString(),
    }),
  )
  return id
}

/** How many messages the phones of these people have decrypted. */
const arrived = (accounts: readonly Contact[]) => accounts.reduce((sum, { inbox }) => sum + inbox.length, 0)

const expectOneEach = (accounts: readonly Contact[]) =>
  expect(accounts.map(({ inbox }) => inbox.length)).toEqual(accounts.map(() => 1))

/** When the number of a campaign was asked about last. */
async function askedAt(campaignId: number): Promise<number> {
  const db = new pg.Client({ connectionString: server().databaseUrl() })
  await db.connect()
  try {
    const { rows } = await db.query(
      'select extract(epoch from asked_at)::float8 as at from campaign_paces where campaign_id = $1',
      [campaignId],
    )
    return rows[0].at
  } finally {
    await db.end()
  }
}

/** An admin, and a supervisor who looks at the connections. */
async function openScreens(browser: Browser, company: Company) {
  const admin = await company.attendant('Bia Costa', [], { profile: 'admin' })
  const supervisor = await company.attendant('Vera Prado', [], { profile: 'supervisor', allowConnections: 'enabled' })
  const [{ page }, { page: other }] = [
    await openDesk(browser, server(), admin),
    await openDesk(browser, server(), supervisor),
  ]
  await other.goto(url('/connections'))
  return { page, other }
}

test('Over midnight a campaign waits for the morning, says until when, and goes on by itself', async ({ browser }) => {
  test.slow()
  const company = await createCompany(server(), 'Casa Aurora')
  await moveClock(company, 23)
  const { page, other } = await openScreens(browser, company)
  const phone = whatsApp().phone('5511900000051', 'Casa Aurora', { businessName: 'Casa Aurora' })
  await linkByPage(page, server(), phone, { name: 'Loja Centro' })
  const { accounts, contactListId } = await listedPeople(company, 3)
  await page.goto(url('/campaigns'))
  const id = await startCampaign(company, contactListId)
  const held = 'Horário de silêncio, até 08:00'

  await test.step('in the evening it is held, and campaign and number say until when', async () => {
    await expect(rowOf(page, 'Inverno')).toContainText(held, late)
    await expect(rowOf(page, 'Inverno')).toContainText('Em Andamento')
    await other.getByRole('button', { name: 'Proteção do número Loja Centro' }).click()
    await expect(other.getByRole('dialog')).toContainText('Horário de silêncio')
    await expect(other.getByRole('dialog')).toContainText(/Até .*08:00\./)
    await other.keyboard.press('Escape')
  })

  await test.step('after midnight it still is', async () => {
    await moveClock(company, 0)
    const before = await askedAt(id)
    await expect.poll(() => askedAt(id), late).toBeGreaterThan(before)
    await page.reload()
    await expect(rowOf(page, 'Inverno')).toContainText(held)
    expect(arrived(accounts)).toBe(0)
  })

  await test.step('in the morning it goes on by itself, and each person gets one message', async () => {
    await moveClock(company, 8)
    await expect(rowOf(page, 'Inverno')).toContainText('Finalizada', late)
    await expect(rowOf(page, 'Inverno')).not.toContainText('Horário de silêncio')
    expectOneEach(accounts)
  })
})

test('A limit of the network and an unlinked phone in mid-run are told, and nobody gets two messages or none', async ({
  browser,
}) => {
  test.slow()
  const company = await createCompany(server(), 'Casa Aurora')
  await moveClock(company, 12)
  const { page, other } = await openScreens(browser, company)
  const phone = whatsApp().phone('5511900000052', 'Casa Aurora', { businessName: 'Casa Aurora' })
  await linkByPage(page, server(), phone, { name: 'Loja Centro' })
  await pauseBetween(company.call, 5)
  const { accounts, contactListId } = await listedPeople(company, 12)
  const id = await startCampaign(company, contactListId)
  await page.goto(url(`/campaign/${id}/report`))
  const notice = (text: string) => page.getByRole('main').getByRole('status').filter({ hasText: text })
  const connection = rowOf(other, 'Loja Centro')
  const more = async () => {
    const before = arrived(accounts)
    await expect.poll(() => arrived(accounts), late).toBeGreaterThan(before)
  }

  await test.step('the network forbids new talks: campaign and connection say until when', async () => {
    await more()
    await phone.restrictNewChats(new Date(Date.now() + 3_600_000))
    await expect(notice('Limitado pelo WhatsApp, até')).toContainText('Os envios continuam sozinhos depois.', late)
    await expect(connection).toContainText('Sem conversas novas até', late)
    await other.getByRole('button', { name: 'Proteção do número Loja Centro' }).click()
    await expect(other.getByRole('dialog')).toContainText('Limitado pelo WhatsApp')
    await other.keyboard.press('Escape')
    const before = arrived(accounts)
    const asked = await askedAt(id)
    await expect.poll(() => askedAt(id), late).toBeGreaterThan(asked)
    expect(arrived(accounts)).toBe(before)
  })

  await test.step('when the limit ends it goes on by itself', async () => {
    await phone.liftRestriction()
    await more()
    await expect(notice('Limitado pelo WhatsApp')).toHaveCount(0)
    await expect(connection).not.toContainText('Sem conversas novas até')
  })

  await test.step('the phone unlinks the number: campaign and connection say so', async () => {
    await phone.linkedDevice.unlink()
    await expect(notice('Pausado: desconectado pelo WhatsApp')).toContainText('Conecte-o de novo', late)
    await expect(connection).toContainText('Desconectada', late)
    await expect(connection).toContainText('Pausado: desconectado pelo WhatsApp')
  })

  await test.step('linked again it still waits, until an admin lets it go on', async () => {
    const before = arrived(accounts)
    await page.goto(url('/connections'))
    await rowOf(page, 'Loja Centro').getByRole('button', { name: 'Novo QR Code' }).click()
    await phone.scan(await readCode(page.getByRole('img', { name: 'QR Code para vincular o celular' })))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(rowOf(page, 'Loja Centro')).toContainText('Conectada')
    const asked = await askedAt(id)
    await expect.poll(() => askedAt(id), late).toBeGreaterThan(asked)
    expect(arrived(accounts)).toBe(before)
    await expect(connection).toContainText('Pausado: desconectado pelo WhatsApp')

    await page.getByRole('button', { name: 'Proteção do número Loja Centro' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Liberar os envios' }).click()
    await expect(page.getByText('Os envios foram liberados.')).toBeVisible()
    await expect(connection).not.toContainText('Pausado: desconectado pelo WhatsApp')
  })

  await test.step('it ends, and each person has one message', async () => {
    await page.goto(url('/campaigns'))
    await expect(rowOf(page, 'Inverno')).toContainText('Finalizada', late)
    expectOneEach(accounts)
  })
})
