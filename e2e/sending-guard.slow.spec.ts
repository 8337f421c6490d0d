import { type Page, expect } from '@playwright/test'
import pg from 'pg'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { type Company, createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function run(server: Server, statement: string, values: unknown[]): Promise<void> {
  const db = new pg.Client({ connectionString: server.databaseUrl() })
  await db.connect()
  try {
    await db.query(statement, values)
  } finally {
    await db.end()
  }
}

/** A number that has written to people today and was paused because of failures. */
async function pausedNumber(server: Server, { call }: Company, name: string): Promise<number> {
  const { id } = await must<{ id: number }>(call('POST', '/whatsapp', { name, channel: 'whatsapp' }))
  await must(call('PUT', `/sending-guard/${id}`, { strangersPerDay: 40 }))
  await run(
    server,
    `insert into number_guard_days (company_id, connection_id, day, strangers, known, by_people)
     select g.company_id, g.connection_id, (now() at time zone c.timezone)::date, 12, 3, 2
     from number_guards g join companies c on c.id = g.company_id where g.connection_id = $1`,
    [id],
  )
  await run(
    server,
    "update number_guards set pause_reason = 'failures', paused_at = now() - interval '1 hour' where connection_id = $1",
    [id],
  )
  return id
}

test('An admin sees what a number has used today and why it is paused, and lets it go on', async ({
  page,
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  await pausedNumber(server, company, 'Loja Centro')
  const supervisor = await company.attendant('Bia Costa', [], { profile: 'supervisor', allowConnections: 'enabled' })
  const colleague = await openDesk(browser, server, supervisor)
  await colleague.page.goto(`${server.url}/connections`)
  await logIn(page, server, await company.attendant('Rui Sales', [], { profile: 'admin' }))
  await page.goto(`${server.url}/connections`)
  const open = (of: Page) => of.getByRole('button', { name: 'Proteção do número Loja Centro' })
  const dialog = page.getByRole('dialog')

  await test.step('the list says that it is paused', async () => {
    await expect(row(page, 'Loja Centro')).toContainText('Pausado: falhas')
    const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'Loja Centro: Pausado: falhas' })
    await expect(notice.getByRole('button', { name: 'Liberar os envios' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('a supervisor sees the reason, and that an admin has to decide', async () => {
    await open(colleague.page).click()
    const shown = colleague.page.getByRole('dialog')
    await expect(shown).toContainText('Um administrador pode liberar os envios.')
    await expect(shown.getByRole('button', { name: 'Liberar os envios' })).toHaveCount(0)
    await colleague.page.keyboard.press('Escape')
  })

  await test.step('the dialog shows the budgets, and lets the number go on', async () => {
    await open(page).click()
    await expect(dialog).toContainText('Muitos dos últimos envios falharam.')
    await expect(dialog).toContainText('12 de 40')
    await expect(dialog).toContainText('2 delas foram iniciadas por atendentes.')
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('button', { name: 'Liberar os envios' }).click()
    await expect(page.getByText('Os envios foram liberados.')).toBeVisible()
    await expect(dialog).not.toContainText('Pausado: falhas')
    // It is offline, which a yellow notice says.
    await expect(dialog.getByRole('status')).toContainText('Sem conexão')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('other windows show it too', async () => {
    await expect(row(colleague.page, 'Loja Centro')).not.toContainText('Pausado: falhas')
    await expect(open(colleague.page)).toContainText('12 de 40')
  })
})

test('An admin limits a number below the ceilings, and a supervisor reads that live', async ({
  page,
  browser,
  server,
}) => {
  const { call, attendant } = await createCompany(server, 'Casa Aurora')
  await must(call('POST', '/whatsapp', { name: 'Loja Centro', channel: 'whatsapp' }))
  const supervisor = await attendant('Bia Costa', [], { profile: 'supervisor', allowConnections: 'enabled' })
  const { page: other } = await openDesk(browser, server, supervisor)
  await other.goto(`${server.url}/connections`)
  await logIn(page, server, await attendant('Rui Sales', [], { profile: 'admin' }))
  await page.goto(`${server.url}/connections`)
  const open = (of: Page) => of.getByRole('button', { name: 'Proteção do número Loja Centro' })
  const dialog = page.getByRole('dialog')
  const strangers = dialog.getByRole('textbox', { name: 'Pessoas novas por dia' })
  const fill = async (hour: string, [hours, minutes]: readonly [string, string]) => {
    await dialog.getByRole('spinbutton', { name: `${hour}: hora` }).fill(hours)
    await dialog.getByRole('spinbutton', { name: `${hour}: minuto` }).fill(minutes)
  }

  await test.step('today’s budget is explained, and more than the ceiling is refused under its field', async () => {
    await open(page).click()
    await expect(dialog).toContainText('É o máximo desta instalação: 1.000.000 por dia.')
    await strangers.fill('1000001')
    await fill('Silêncio a partir de', ['21', '00'])
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('No máximo 1.000.000, o limite da instalação')).toBeVisible()
    await expect(dialog.getByText('Obrigatório')).toBeVisible()
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessibleInBothSchemes(page)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('what is within it is kept', async () => {
    await strangers.fill('5')
    await fill('Silêncio até', ['07', '30'])
    await dialog.getByRole('switch', { name: 'Várias campanhas ao mesmo tempo' }).check()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Proteção do número salva.')).toBeVisible()
    await expect(open(page)).toContainText('0 de 5')
  })

  await test.step('the supervisor reads it', async () => {
    await expect(open(other)).toContainText('0 de 5')
    await open(other).click()
    const shown = other.getByRole('dialog')
    await expect(shown).toContainText('Um administrador limitou este número a 5 por dia')
    await expect(shown).toContainText('das 21:00 às 07:30')
    await expect(shown).toContainText('Várias campanhas podem usar este número ao mesmo tempo.')
    await expect(shown.getByRole('button', { name: 'Salvar' })).toHaveCount(0)
    await expectAccessibleInBothSchemes(other)
  })

  await test.step('a limit that is emptied is none', async () => {
    await open(page).click()
    await strangers.fill('')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(open(page)).toContainText('0 de 1.000.000')
    await expect(other.getByRole('dialog')).toContainText('É o máximo desta instalação')
  })
})
