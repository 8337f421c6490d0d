import { type Locator, type Page, expect } from '@playwright/test'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'

/** Two admins of one company, each in a browser of their own, on the settings. */
async function twoAdmins(
  browser: Parameters<typeof openDesk>[0],
  server: Server,
  { settings = {} }: { settings?: Record<string, string> } = {},
): Promise<{ page: Page; seen: Page }> {
  const company = await createCompany(server, 'Casa Aurora')
  const bia = await company.attendant('Bia Sales', [], { profile: 'admin' })
  for (const [column, data] of Object.entries(settings)) await company.setting(column, data)
  const [{ page }, { page: seen }] = [
    await openDesk(browser, server, company.admin),
    await openDesk(browser, server, bia),
  ]
  for (const screen of [page, seen]) {
    const isLive = screen
      .waitForEvent('websocket')
      .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"ready"')))
    await screen.goto(`${server.url}/settings`)
    await isLive
    await expect(screen.getByRole('heading', { name: 'Configurações' })).toBeVisible()
  }
  return { page, seen }
}

const rowOf = (page: Page, control: Locator) => page.getByRole('listitem').filter({ has: control })
const savedIn = (row: Locator) => expect(row.getByRole('status')).toHaveText('Salvo')

const switches = [
  'Tag obrigatória para encerrar o ticket',
  'Avaliações',
  'Sortear um atendente da fila',
  'Permitir que o atendente assine as mensagens',
  'Aceitar chamadas no WhatsApp',
  'Aceitar áudio e vídeo dos contatos',
  'Enviar saudação ao aceitar o ticket',
  'Enviar saudação quando houver somente 1 fila',
  'Informar a posição na fila',
  'Enviar mensagem ao transferir para fila ou atendente',
  'Enviar mensagem de despedida também em Aguardando',
  'Mensagem fora do expediente também em atendimento',
  'Avisos sem o texto da mensagem',
  'Pedir consentimento (LGPD)',
  'Pedir consentimento a cada ticket',
  'Ocultar número do contato',
  'Ocultar mensagem apagada',
]

test('Every switch is saved at once, shown to another admin, and still there after a reload', async ({
  browser,
  server,
}) => {
  const { page, seen } = await twoAdmins(browser, server)
  const named = (screen: Page, name: string) => screen.getByRole('switch', { name, exact: true })
  await expect(page.getByRole('switch')).toHaveCount(switches.length)
  const before = new Map<string, boolean>()

  for (const name of switches) {
    const own = named(page, name)
    before.set(name, await own.isChecked())
    await own.click({ force: true })
    await savedIn(rowOf(page, own))
    await expect(named(seen, name)).toBeChecked({ checked: !before.get(name) })
  }
  await page.reload()
  for (const name of switches) await expect(named(page, name)).toBeChecked({ checked: !before.get(name) })
  for (const name of switches) {
    await named(page, name).click({ force: true })
    await expect(named(seen, name)).toBeChecked({ checked: before.get(name) ?? false })
  }
})

test('A setting that the server refuses is taken back, with a message', async ({ browser, server }) => {
  const { page } = await twoAdmins(browser, server)
  await page.route('**/companySettings', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } })
      : route.continue(),
  )
  const rating = page.getByRole('switch', { name: 'Avaliações' })

  await rating.click({ force: true })

  await expect(page.getByText('Erro interno do servidor.')).toBeVisible()
  await expect(rating).not.toBeChecked()
})

test('Texts are saved when their field is left, and one that cannot be saved is not lost', async ({
  browser,
  server,
}) => {
  const { page, seen } = await twoAdmins(browser, server)
  const link = (screen: Page) => screen.getByRole('textbox', { name: 'Link da política de privacidade' })
  const text = (screen: Page) => screen.getByRole('textbox', { name: 'Texto do consentimento' })

  await test.step('with an indication, also for another admin', async () => {
    await text(page).fill('Guardamos os seus dados.\nSó para atender você.')
    await expect(rowOf(page, text(page)).getByRole('status')).toHaveText('Não salvo')
    await link(page).click()
    await savedIn(rowOf(page, text(page)))
    await expect(text(seen)).toHaveValue('Guardamos os seus dados.\nSó para atender você.')
    await link(page).fill('empresa.test/privacidade')
    await text(page).click()
    await savedIn(rowOf(page, link(page)))
    await expect(link(seen)).toHaveValue('https://empresa.test/privacidade')
  })

  await test.step('a wrong address is named, kept, and asks before it is left', async () => {
    await link(page).fill('não é um endereço')
    await text(page).click()
    await expect(page.getByText('Escreva um endereço como https://empresa.com.br/privacidade')).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Contatos' }).click()
    const question = page.getByRole('dialog', { name: 'Descartar alterações?' })
    await question.getByRole('button', { name: 'Continuar editando' }).click()
    await expect(page).toHaveURL(/\/settings/)
    await expect(link(seen)).toHaveValue('https://empresa.test/privacidade')
    await link(page).fill('')
    await text(page).click()
    await savedIn(rowOf(page, link(page)))
    await expect(link(seen)).toHaveValue('')
  })

  await test.step('the bot is sent as text', async () => {
    const type = page.getByRole('combobox', { name: 'Tipo do bot' })
    await expect(type).toHaveValue('Texto')
    await type.click()
    await expect(page.getByRole('option')).toHaveText(['Texto', 'Botões', 'Lista'])
  })
})

test('The time zone of the company changes the hours on the screens of everybody', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const webChat = await company.webChat([await company.queue('Vendas')])
  const bia = await company.attendant('Bia Sales', [], { profile: 'admin' })
  const visit = (path: string, body: object, secret?: string) =>
    must<{ secret: string }>(
      fetch(`${server.url}/web-chat/${webChat.token}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(secret && { authorization: `Bearer ${secret}` }) },
        body: JSON.stringify(body),
      }),
    )
  const { secret } = await visit('visitors', { name: 'Rita Moura' })
  const sent = new Date()
  await visit('messages', { id: crypto.randomUUID(), body: 'Bom dia' }, secret)
  const { page } = await openDesk(browser, server, company.admin)
  const seen = await openDesk(browser, server, bia)
  await seen.tab('Aguardando').click()
  await expect(seen.row('Rita Moura')).toBeVisible()
  await page.goto(`${server.url}/settings`)
  // The minute is the same everywhere, and the hour of one zone is not that of the other.
  const minuteOf = (hours: number) =>
    new RegExp(`${String((sent.getUTCHours() + hours + 24) % 24).padStart(2, '0')}:\\d\\d`)
  await expect(seen.row('Rita Moura')).toContainText(minuteOf(-3))

  const zone = page.getByRole('combobox', { name: 'Fuso horário' })
  await zone.click()
  await zone.fill('Manaus')
  await page.getByRole('option', { name: 'America/Manaus' }).click()
  await savedIn(rowOf(page, zone))
  await expect(seen.row('Rita Moura')).toContainText(minuteOf(-4))

  const language = page.getByRole('combobox', { name: 'Idioma dos textos automáticos' })
  await language.click()
  await page.getByRole('option', { name: 'Español' }).click()
  await savedIn(rowOf(page, language))
  await page.reload()
  await expect(zone).toHaveValue('America/Manaus')
  await expect(language).toHaveValue('Español')
})

test('Hours of the company are saved, and another admin is told before theirs replace them', async ({
  browser,
  server,
}) => {
  const { page, seen } = await twoAdmins(browser, server)
  const type = page.getByRole('combobox', { name: 'Horário de atendimento' })
  await expect(seen.getByRole('tab')).toHaveCount(0)
  await type.click()
  await page.getByRole('option', { name: 'Empresa' }).click()
  for (const screen of [page, seen]) {
    await screen.getByRole('tab', { name: 'Horários' }).click()
    await expect(screen.getByText('um turno que termina antes de começar passa da meia-noite')).toBeVisible()
    await expect(screen.getByText('Nem todos os dias têm horários salvos.')).toBeVisible()
  }
  const monday = (screen: Page) => screen.getByRole('group', { name: 'Segunda-feira' })
  const tuesday = (screen: Page) => screen.getByRole('group', { name: 'Terça-feira' })
  const alert = seen.getByText('Outra pessoa alterou os horários')

  await monday(page).getByRole('button', { name: 'Fechar o dia' }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Horários atualizados com sucesso.')).toBeVisible()
  await expect(monday(seen).getByText('Fechado')).toBeVisible()
  await expect(alert).toHaveCount(0)
  for (const screen of [page, seen])
    await expect(screen.getByText('Nem todos os dias têm horários salvos.')).toHaveCount(0)

  await tuesday(seen).getByRole('button', { name: 'Fechar o dia' }).click()
  await page.getByRole('group', { name: 'Quarta-feira' }).getByRole('button', { name: 'Fechar o dia' }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(alert).toBeVisible()
  await expect(tuesday(seen).getByText('Fechado')).toBeVisible()
  await seen.getByRole('button', { name: 'Ver os novos' }).click()
  await expect(tuesday(seen).getByText('Fechado')).toHaveCount(0)
  await expect(seen.getByRole('group', { name: 'Quarta-feira' }).getByText('Fechado')).toBeVisible()
})

test('Holidays are listed by year, opened, and added, which another admin sees at once', async ({
  browser,
  server,
}) => {
  const { page, seen } = await twoAdmins(browser, server, { settings: { scheduleType: 'company' } })
  for (const screen of [page, seen]) await screen.getByRole('tab', { name: 'Feriados' }).click()
  const day = (screen: Page, name: string) => screen.getByRole('listitem').filter({ hasText: name })
  const year = new Date().getFullYear()
  await expect(page.getByRole('list', { name: `Feriados de ${year}` }).getByRole('listitem')).toHaveCount(13)

  await test.step('a national holiday is opened in every year', async () => {
    await page.getByRole('switch', { name: 'Atender: Carnaval (segunda-feira)' }).click({ force: true })
    await expect(day(seen, 'Carnaval (segunda-feira)')).toContainText('Aberto')
    await seen.getByRole('button', { name: 'Próximo ano' }).click()
    await expect(seen.getByRole('heading', { name: String(year + 1) })).toBeVisible()
    await expect(day(seen, 'Carnaval (segunda-feira)')).toContainText('Aberto')
    await expect(day(seen, 'Natal')).toContainText(`25/12/${year + 1}`)
  })

  await test.step('a day of the company is added, changed and deleted', async () => {
    await page.getByRole('button', { name: 'Adicionar data' }).click()
    const dialog = page.getByRole('dialog', { name: 'Adicionar data' })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Obrigatório')).toHaveCount(2)
    await dialog.getByLabel('Data').fill(`25/01/${year}`)
    await dialog.getByLabel('Nome').fill('Aniversário da cidade')
    await dialog.getByLabel('Todo ano').press('Space')
    await expect(dialog.getByLabel('Todo ano')).toBeChecked()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Data salva com sucesso.')).toBeVisible()
    await expect(day(seen, 'Aniversário da cidade')).toContainText(`25/01/${year + 1}`)

    await page.getByRole('button', { name: 'Editar Aniversário da cidade' }).click()
    await page.getByRole('dialog').getByText('Aberto', { exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
    await expect(day(seen, 'Aniversário da cidade')).toContainText('Aberto')

    await page.getByRole('button', { name: 'Mais ações de Aniversário da cidade' }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    const question = page.getByRole('dialog', { name: 'Exclusão de Registro' })
    await expect(question).toContainText('Aniversário da cidade')
    await question.getByRole('button', { name: 'Excluir' }).click()
    await expect(day(seen, 'Aniversário da cidade')).toHaveCount(0)
  })

  await test.step('without the national ones only the days of the company count', async () => {
    await page.getByRole('switch', { name: 'Feriados nacionais do Brasil' }).click({ force: true })
    await expect(page.getByText('Nenhum feriado neste ano')).toBeVisible()
    await expect(seen.getByText('Nenhum feriado neste ano')).toBeVisible()
  })
})
