import { readFile } from 'node:fs/promises'
import { type Page, expect } from '@playwright/test'
import pg from 'pg'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { type Company, createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'

async function query(server: Server, text: string, values: unknown[]): Promise<{ id: number }[]> {
  const db = new pg.Client({ connectionString: server.databaseUrl() })
  await db.connect()
  try {
    return (await db.query(text, values)).rows
  } finally {
    await db.end()
  }
}

/** Connections of phones that are offline. */
async function offline(server: Server, company: Company, names: readonly string[]): Promise<string> {
  const connections = await query(
    server,
    `insert into connections (company_id, name, channel, status) select $1, n, 'whatsapp', 'disconnected' from unnest($2::text[]) n returning id::int`,
    [company.id, names],
  )
  return connections.map(({ id }) => id).join(',')
}

/** A campaign by phones that are offline, so that nothing is really sent. */
async function makeCampaign(server: Server, company: Company, names = ['Loja Pinheiros']): Promise<number> {
  const list = await must<{ id: number }>(company.call('POST', '/contact-lists', { name: 'Clientes 2026' }))
  const { id } = await must<{ id: number }>(
    company.call('POST', '/campaigns', {
      name: 'Black Friday: salas',
      message1: 'Oi {nome}, as salas estão em promoção!',
      message2: 'Olá {nome}!',
      contactListId: list.id,
      whatsappId: await offline(server, company, names),
    }),
  )
  return id
}

/** Without a wake, as after a kill. */
async function letRun(server: Server, campaignId: number): Promise<void> {
  await query(
    server,
    `update campaigns set status = 'EM_ANDAMENTO', started_at = now() - interval '2 hours', audience_name = 'Clientes 2026' where id = $1`,
    [campaignId],
  )
}

/** As after two hours of sending, with a phone that was offline for a quarter of an hour. */
async function giveProgress(server: Server, company: Company, campaignId: number, people: number): Promise<void> {
  await query(
    server,
    `insert into connection_events (company_id, connection_id, kind, created_at)
     select k.company_id, k.connection_id, e.kind, now() - make_interval(mins => e.ago)
     from campaign_paces k cross join (values ('connected', 600), ('lost', 70), ('connected', 55)) as e (kind, ago)
     where k.company_id = $1 and k.campaign_id = $2 order by e.ago desc`,
    [company.id, campaignId],
  )
  await query(
    server,
    `insert into campaign_recipients (company_id, campaign_id, person_key, name, number, state, reason, variant, connection_id, reached_at, answered_at)
     select $1, $2, '55318' || (10000000 + n), 'Pessoa ' || n, '55318' || (10000000 + n), s.state,
       case s.state when 'failed' then 'ERR_WAPP_INVALID_CONTACT' when 'skipped' then 'optedOut' end,
       case when s.state not in ('waiting', 'skipped') then 1 + n % 2 end,
       case when s.state not in ('waiting', 'skipped') then k.connection_id end,
       case when s.state in ('sent', 'read', 'answered') then now() - make_interval(secs => 60 * (case when n % 115 between 55 and 69 then 20 else n % 115 end)) end,
       case when s.state = 'answered' then now() - make_interval(mins => n % 50) end
     from generate_series(1, $3::int) n
     cross join lateral (select case when n % 20 = 0 then 'failed' when n % 17 = 0 then 'skipped' when n % 11 = 0 then 'answered'
       when n % 3 = 0 then 'read' when n % 3 = 1 then 'sent' else 'waiting' end as state) s
     join campaign_paces k on k.company_id = $1 and k.campaign_id = $2`,
    [company.id, campaignId, people],
  )
  await query(
    server,
    `insert into opt_outs (company_id, person_hash, is_out, source, campaign_id, word)
     select $1, decode(lpad(to_hex(n), 64, '0'), 'hex'), true, 'word', $2, 'parar' from generate_series(1, 3) n`,
    [company.id, campaignId],
  )
  // Last, because a campaign without people ends at once.
  await letRun(server, campaignId)
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const figure = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })

test('The report of a campaign shows whom it has reached, and who failed gets a new one', async ({
  page,
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const supervisor = await company.attendant('Bia Costa', [], { profile: 'supervisor' })
  const id = await makeCampaign(server, company)
  await logIn(page, server, supervisor)

  await test.step('before the start it says that there is nothing yet', async () => {
    await page.goto(`${server.url}/campaign/${id}/report`)
    await expect(page.getByRole('heading', { name: 'Relatório da Black Friday: salas' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'A campanha ainda não começou' })).toBeVisible()
    await expect(page.getByText('Sem agendamento')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('then it shows how many, when, and why not', async () => {
    await giveProgress(server, company, id, 300)
    await page.reload()
    await expect(page.getByText('Em Andamento')).toBeVisible()
    await expect(figure(page, 'Contatos Válidos')).toContainText('283')
    await expect(figure(page, 'Entregues')).toContainText('% dos válidos')
    await expect(figure(page, 'Pediram para sair')).toContainText('3')
    await expect(figure(page, 'Pediram para sair')).toContainText('17 fora do envio por pedido')
    await expect(page.getByRole('img', { name: /^Ritmo de envio: \d+ mensagens ao todo/ })).toBeVisible()
    await expect(page.getByText(/a conexão Loja Pinheiros caiu/)).toBeVisible()
    const undelivered = page.getByRole('region', { name: 'Não entregues' })
    await expect(undelivered.getByText('Número sem WhatsApp')).toBeVisible()
    await expect(undelivered.getByText('Pediu para não receber campanhas')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Detalhes' })).toContainText('Loja Pinheiros')
    await expect(page.getByRole('region', { name: 'Detalhes' })).toContainText('20 s, e 60 s a cada 20 mensagens')
    await expect(page.getByRole('region', { name: 'Por mensagem' })).toContainText('as salas estão em promoção')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('the chart has a table behind it', async () => {
    await page.getByRole('button', { name: 'Mostrar como tabela: Ritmo de envio' }).click()
    await expect(page.getByRole('table', { name: 'Ritmo de envio' }).getByRole('row').nth(2)).toBeVisible()
    await page.getByRole('button', { name: 'Mostrar como gráfico: Ritmo de envio' }).click()
  })

  await test.step('the chart can be saved as a picture', async () => {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar como imagem: Ritmo de envio' }).click()
    const picture = await saving
    expect(picture.suggestedFilename()).toMatch(/, Ritmo de envio\.png$/)
    const bytes = await readFile(await picture.path())
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect(bytes.length).toBeGreaterThan(10_000)
  })

  await test.step('the next people come near the end, and are found by state and name', async () => {
    const people = page.getByRole('region', { name: 'Pessoas' })
    await expect(row(page, 'Pessoa 1').first()).toBeVisible()
    await expect(people.getByRole('row')).toHaveCount(51)
    await people.getByRole('row').last().scrollIntoViewIfNeeded()
    await expect(people.getByRole('row')).toHaveCount(101)
    await people.getByRole('combobox', { name: 'Situação' }).click()
    await page.getByRole('option', { name: 'Falhou (15)' }).click()
    await expect(people.getByRole('row')).toHaveCount(16)
    await people.getByRole('searchbox').fill('pessoa 120')
    await expect(people.getByRole('row')).toHaveCount(2)
    await expect(row(page, 'Pessoa 120')).toContainText('Número sem WhatsApp')
  })

  await test.step('the people who are shown are downloaded', async () => {
    for (const [item, name] of [
      ['Planilha (XLSX)', 'Black Friday_ salas.xlsx'],
      ['Texto separado (CSV)', 'Black Friday_ salas.csv'],
    ] as const) {
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Exportar' }).click()
      await page.getByRole('menuitem', { name: item }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe(name)
      if (!name.endsWith('.csv')) continue
      const text = await readFile(await download.path(), 'utf8')
      expect(text.split('\r\n')).toHaveLength(3)
      expect(text).toContain('"Pessoa 120"')
    }
  })

  await test.step('a stop in another window is seen at once', async () => {
    const other = await openDesk(browser, server, company.admin)
    await other.page.goto(`${server.url}/campaign/${id}/report`)
    await other.page.getByRole('button', { name: 'Parar campanha' }).click()
    await expect(page.getByText('Cancelada')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retomar campanha' })).toBeVisible()
    await other.page.context().close()
  })

  await test.step('who failed gets a new campaign, which waits', async () => {
    await page.getByRole('button', { name: 'Nova campanha para as 15 falhas' }).click()
    await expect(page.getByRole('heading', { name: 'Relatório da Black Friday: salas (falhas)' })).toBeVisible()
    await expect(page.getByText('Inativa', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Detalhes' })).toContainText('Black Friday: salas (falhas)')
  })

  await test.step('the menu marks the campaigns, and the way back leads to them', async () => {
    await page.getByRole('button', { name: 'Administração' }).click()
    await expect(page.getByRole('menuitem', { name: 'Campanhas', exact: true })).toHaveAttribute('aria-current', 'page')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Voltar às campanhas' }).click()
    await expect(page).toHaveURL(/\/campaigns$/)
    await expect(row(page, 'Black Friday: salas (falhas)')).toBeVisible()
  })
})

test('The report of a campaign that has ended shows what arrives in the seconds after it', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const id = await makeCampaign(server, company)
  await query(
    server,
    `insert into campaign_recipients (company_id, campaign_id, person_key, name, number, state, reached_at)
     select $1, $2, '55318888777' || n, 'Pessoa ' || n, '55318888777' || n, s, case s when 'sent' then now() end
     from unnest(array['sent', 'waiting', 'uncertain']) with ordinality as p (s, n)`,
    [company.id, id],
  )
  await letRun(server, id)
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/campaign/${id}/report`)
  await expect(figure(page, 'Entregues')).toContainText('1')

  await query(
    server,
    "update campaign_recipients set state = 'sent', reached_at = now() where campaign_id = $1 and state = 'waiting'",
    [id],
  )
  await expect(page.getByText('Finalizada')).toBeVisible({ timeout: 20_000 })
  await expect(figure(page, 'Entregues')).toContainText('2')
  // An ack that no event tells.
  await query(
    server,
    "update campaign_recipients set state = 'delivered', reached_at = now() where campaign_id = $1 and state = 'uncertain'",
    [id],
  )
  await expect(figure(page, 'Entregues')).toContainText('3', { timeout: 15_000 })
})

test('A running campaign that does not send says why, and is paused and resumed by number', async ({
  page,
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const id = await makeCampaign(server, company, ['Loja Pinheiros', 'Loja Moema'])
  await query(
    server,
    `insert into campaign_recipients (company_id, campaign_id, person_key, name, number, state)
     values ($1, $2, '553188887777', 'Rita Moura', '553188887777', 'waiting')`,
    [company.id, id],
  )
  await letRun(server, id)
  const supervisor = await company.attendant('Bia Costa', [], { profile: 'supervisor' })
  const { page: list } = await openDesk(browser, server, supervisor)
  await list.goto(`${server.url}/campaigns`)
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/campaign/${id}/report`)
  const campaign = row(list, 'Black Friday: salas')
  const notice = (text: string) => page.getByRole('main').getByRole('status').filter({ hasText: text })

  await test.step('the pause of one number is shown with its name', async () => {
    await page.getByRole('button', { name: 'Pausar e retomar' }).click()
    await page.getByRole('menuitem', { name: 'Pausar Loja Moema' }).click()
    await expect(page.getByText('Envios pausados')).toBeVisible()
    await expect(notice('Loja Moema: Pausado por uma pessoa')).toContainText('Uma pessoa pausou os envios.')
    await expect(notice('Loja Pinheiros: Sem conexão')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('the list shows it in another window, and pauses the other number', async () => {
    await expect(campaign).toContainText('Loja Moema: Pausado por uma pessoa')
    await expect(campaign).toContainText('Loja Pinheiros: Sem conexão')
    await expectAccessibleInBothSchemes(list)
    await list.getByRole('button', { name: 'Mais ações de Black Friday: salas' }).click()
    await list.getByRole('menuitem', { name: 'Pausar e retomar' }).click()
    await list.getByRole('menuitem', { name: 'Pausar Loja Pinheiros' }).click()
    await expect(campaign).toContainText('Pausado por uma pessoa')
    await expect(campaign).not.toContainText('Sem conexão')
    await expect(notice('Pausado por uma pessoa')).not.toContainText('Loja')
  })

  await test.step('all of it goes on, as far as the phones allow', async () => {
    await page.getByRole('button', { name: 'Pausar e retomar' }).click()
    await page.getByRole('menuitem', { name: 'Retomar todas as conexões' }).click()
    await expect(notice('Sem conexão')).toBeVisible()
    await expect(notice('Pausado por uma pessoa')).toHaveCount(0)
    await expect(campaign).not.toContainText('Pausado por uma pessoa')
    await expect(campaign).toContainText('Sem conexão')
  })

  await test.step('its dialog says it too', async () => {
    await list.getByRole('button', { name: 'Editar Black Friday: salas' }).click()
    await expect(list.getByRole('dialog')).toContainText('Sem conexão')
    await expectAccessibleInBothSchemes(list)
    await list.keyboard.press('Escape')
  })

  await test.step('an admin lets numbers go on that the guard has paused', async () => {
    await query(
      server,
      "update number_guards set pause_reason = 'logout', paused_at = now() where company_id = $1 returning 1 as id",
      [company.id],
    )
    const paused = notice('Pausado: desconectado pelo WhatsApp')
    await expect(paused).toBeVisible({ timeout: 20_000 })
    await expectAccessibleInBothSchemes(page)
    await paused.getByRole('button', { name: 'Liberar os envios' }).click()
    await expect(page.getByText('Os envios foram liberados.')).toBeVisible()
    await expect(paused).toHaveCount(0)
    await expect(notice('Sem conexão')).toBeVisible()
  })
  await list.context().close()
})

test('Reports are for admins and supervisors of the company', async ({ page, browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const stranger = await createCompany(server, 'Bela Vista')
  const id = await makeCampaign(server, company)
  await logIn(page, server, await company.attendant('Ana Lima', []))
  await page.goto(`${server.url}/campaign/${id}/report`)
  await expect(page.getByRole('heading', { name: 'Sem permissão' })).toBeVisible()

  const other = await openDesk(browser, server, stranger.admin)
  await other.page.goto(`${server.url}/campaign/${id}/report`)
  await expect(other.page.getByRole('heading', { name: 'Esta campanha não existe mais' })).toBeVisible()
  await other.page.context().close()
})

test('A report that cannot be read says so, and is tried again', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const id = await makeCampaign(server, company)
  await logIn(page, server, company.admin)
  await page.route('**/campaigns/*/report', (route) => route.abort())
  await page.goto(`${server.url}/campaign/${id}/report`)
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.unroute('**/campaigns/*/report')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'A campanha ainda não começou' })).toBeVisible()
})
