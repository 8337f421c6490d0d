import { type Locator, type Page, expect } from '@playwright/test'
import pg from 'pg'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { type Company, createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'

async function query(server: Server, text: string, values: unknown[]): Promise<void> {
  const db = new pg.Client({ connectionString: server.databaseUrl() })
  await db.connect()
  try {
    await db.query(text, values)
  } finally {
    await db.end()
  }
}

async function contact(server: Server, { id, call }: Company, name: string, tagIds: readonly number[], nth: number) {
  const made = await must<{ id: number }>(call('POST', '/contacts', { name, number: `551198888770${nth}` }))
  await query(
    server,
    'insert into contact_tags (company_id, contact_id, tag_id) select $1, $2, t from unnest($3::bigint[]) t',
    [id, made.id, [...tagIds]],
  )
}

/** One that is over: one of its people has answered, two have not. */
async function earlierCampaign(server: Server, { id, call }: Company, name: string, connectionId: number) {
  const list = await must<{ id: number }>(call('POST', '/contact-lists', { name: 'Clientes' }))
  const body = { name, message1: 'Oi', contactListId: list.id, whatsappId: String(connectionId) }
  const campaign = await must<{ id: number }>(call('POST', '/campaigns', body))
  await query(
    server,
    `insert into campaign_recipients (company_id, campaign_id, person_key, name, number, state, reached_at, answered_at)
     select $1, $2, '55118888770' || n, 'Pessoa ' || n, '551198888770' || n, case n when 5 then 'answered' else 'read' end,
       now() - interval '30 days', case n when 5 then now() - interval '29 days' end
     from generate_series(5, 7) n`,
    [id, campaign.id],
  )
  await query(
    server,
    `update campaigns set status = 'FINALIZADA', started_at = now() - interval '30 days', completed_at = now() where id = $1`,
    [campaign.id],
  )
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function pick(page: Page, within: Locator, field: string, ...options: string[]) {
  await within.getByRole('combobox', { name: field }).click()
  for (const name of options) await page.getByRole('option', { name, exact: true }).click()
  await within.getByRole('combobox', { name: field }).press('Tab')
}

test('An admin chooses by tags, contacts or answers who gets a campaign, and sees how many they are', async ({
  page,
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const tag = async (name: string) =>
    (await must<{ id: number }>(company.call('POST', '/tags', { name, color: '#0b8f6a', kanban: 0 }))).id
  const [loyal, recent, cold] = [await tag('Fiéis'), await tag('Novos'), await tag('Frios')]
  await contact(server, company, 'Rita Souza', [loyal, recent], 1)
  await contact(server, company, 'Ana Lopes', [loyal], 2)
  await contact(server, company, 'Bia Souza', [recent, cold], 3)
  await contact(server, company, 'Caio Reis', [], 4)
  const connection = await must<{ id: number }>(
    company.call('POST', '/whatsapp', { name: 'Loja Centro', channel: 'whatsapp' }),
  )
  await earlierCampaign(server, company, 'Outono', connection.id)
  const admin = await company.attendant('Bia Costa', [], { profile: 'admin' })
  const supervisor = await company.attendant('Caio Reis', [], { profile: 'supervisor' })
  const { page: other } = await openDesk(browser, server, supervisor)
  await other.goto(`${server.url}/campaigns`)
  await logIn(page, server, admin)
  await page.goto(`${server.url}/campaigns`)
  const dialog = page.getByRole('dialog')
  const people = dialog.getByRole('region', { name: 'Quem recebe' })
  const count = people.getByRole('status')
  const kind = (name: string) => people.getByText(name, { exact: true }).click()

  await test.step('nobody is chosen at first', async () => {
    await page.getByRole('button', { name: 'Nova campanha' }).first().click()
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Inverno')
    await expect(count).toHaveText('Escolha quem recebe para ver quantas pessoas são.')
    await expect(people).toContainText('Quando a campanha começa, as pessoas ficam fixas.')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('people with one of several tags, with all of them, and without another one', async () => {
    await people.getByRole('radio', { name: 'Lista de contatos' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(people.getByRole('radio', { name: 'Pessoas com tags' })).toBeChecked()
    await pick(page, people, 'Com as tags', 'Fiéis')
    await expect(count).toContainText('2 pessoas recebem')
    await expect(people.getByRole('radiogroup', { name: 'Quem tem várias tags' })).toHaveCount(0)
    await pick(page, people, 'Com as tags', 'Novos')
    await expect(count).toContainText('3 pessoas recebem')
    await people.getByRole('radio', { name: 'Com todas elas' }).check()
    await expect(count).toContainText('1 pessoa recebe')
    await people.getByRole('radio', { name: 'Com pelo menos uma delas' }).check()
    await pick(page, people, 'Sem as tags', 'Frios')
    await expect(count).toContainText('2 pessoas recebem')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('who is left out is counted with the reason', async () => {
    await query(server, 'update contacts set is_active = false where company_id = $1 and name = $2', [
      company.id,
      'Ana Lopes',
    ])
    await people.getByRole('radio', { name: 'Com todas elas' }).check()
    await expect(count).toContainText('1 pessoa recebe')
    await people.getByRole('radio', { name: 'Com pelo menos uma delas' }).check()
    await expect(count).toContainText('1 pessoa recebe')
    await expect(count).toContainText('1 fica de fora')
    await expect(people.getByRole('list', { name: 'Ficam de fora' })).toContainText('Contato bloqueado 1')
  })

  await test.step('it is stored, told to others, and shown again', async () => {
    await pick(page, dialog, 'Conexões', 'Loja Centro')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row(other, 'Inverno')).toContainText('Tags: Fiéis, Novos')
    await page.getByRole('button', { name: 'Editar Inverno' }).click()
    await expect(people.getByRole('radio', { name: 'Pessoas com tags' })).toBeChecked()
    await expect(people.getByRole('radio', { name: 'Com pelo menos uma delas' })).toBeChecked()
    for (const name of ['Fiéis', 'Novos', 'Frios']) await expect(people.getByText(name, { exact: true })).toBeVisible()
    await expect(count).toContainText('1 pessoa recebe')
  })

  await test.step('contacts by a part of their name; without a filter all of them', async () => {
    await kind('Filtro de contatos')
    for (const name of ['Fiéis', 'Novos', 'Frios'])
      await people.getByText(name, { exact: true }).locator('..').getByRole('button', { includeHidden: true }).click()
    await expect(people).toContainText('Sem filtro, a campanha vai para todos os contatos.')
    await expect(count).toContainText('3 pessoas recebem')
    await people.getByRole('textbox', { name: 'Parte do nome, do número ou do e-mail' }).fill('souza')
    await expect(count).toContainText('2 pessoas recebem')
    await expect(people).not.toContainText('Sem filtro')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row(other, 'Inverno')).toContainText('Contatos com “souza”')
  })

  await test.step('who answered an earlier campaign, and who did not', async () => {
    await page.getByRole('button', { name: 'Editar Inverno' }).click()
    await expect(people.getByRole('textbox', { name: 'Parte do nome, do número ou do e-mail' })).toHaveValue('souza')
    await kind('Quem respondeu ou não')
    await pick(page, people, 'Campanha anterior', 'Outono')
    await expect(count).toContainText('1 pessoa recebe')
    await people.getByRole('radio', { name: 'Quem recebeu e não respondeu' }).check()
    await expect(count).toContainText('2 pessoas recebem')
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row(other, 'Inverno')).toContainText('Não responderam: Outono')
    await page.getByRole('button', { name: 'Editar Inverno' }).click()
    await expect(people.getByRole('combobox', { name: 'Campanha anterior' })).toHaveValue('Outono')
    await expect(people.getByRole('radio', { name: 'Quem recebeu e não respondeu' })).toBeChecked()
  })

  await test.step('a count that fails says so, and is tried again', async () => {
    await page.route('**/campaigns/preview', (route) => route.abort())
    await people.getByRole('radio', { name: 'Quem respondeu', exact: true }).check()
    await expect(people.getByRole('button', { name: 'Tentar de novo' })).toBeVisible({ timeout: 30_000 })
    await expectAccessibleInBothSchemes(page)
    await page.unroute('**/campaigns/preview')
    await people.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(count).toContainText('1 pessoa recebe')
  })
  await other.context().close()
})
