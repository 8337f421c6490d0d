import { type Browser, type Page, expect } from '@playwright/test'
import {
  addOption,
  answer,
  answerWrongly,
  closeEveryDay,
  makeFileList,
  menu,
  openEveryDay,
  openNewQueue,
  saveDialog,
} from './support/bot.ts'
import { must } from './support/call.ts'
import { type WebChat, createCompany } from './support/company.ts'
import { type Desk, logIn, openDesk } from './support/desk.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

test('An admin builds a bot of two levels for two queues by screen, and visitors walk every branch', async ({
  browser,
  page,
  server,
}) => {
  test.setTimeout(420_000)
  const company = await createCompany(server, 'Casa Aurora')
  await company.setting('nationalHolidays', 'disabled')
  const person = await company.attendant('Ana Prado', [])
  await logIn(page, server, await company.attendant('Bia Costa', [], { profile: 'admin' }))

  await test.step('files, and queues that have hours of their own', async () => {
    await makeFileList(page, server, { name: 'Tabelas', message: 'Nossos preços:' })
    await page.goto(`${server.url}/settings`)
    await page.getByRole('combobox', { name: 'Horário de atendimento' }).click()
    await page.getByRole('option', { name: 'Fila' }).click()
    await expect(page.getByText('Salvo', { exact: true })).toBeVisible()
  })

  await test.step('a queue that is closed on every day', async () => {
    const dialog = await openNewQueue(page, server, 'Entregas', 'Aqui é das entregas.')
    await dialog.getByRole('tab', { name: 'Horários de atendimento' }).click()
    await closeEveryDay(dialog.getByRole('tabpanel'))
    await dialog.getByRole('textbox', { name: 'Mensagem fora do expediente' }).fill('As entregas estão fechadas.')
    await saveDialog(page)
  })

  await test.step('a queue that is open, with a menu of two levels', async () => {
    const dialog = await openNewQueue(page, server, 'Vendas', 'O que você procura?')
    await dialog.getByRole('tab', { name: 'Horários de atendimento' }).click()
    await openEveryDay(dialog.getByRole('tabpanel'))
    await dialog.getByRole('tab', { name: 'Menu' }).click()
    await addOption(dialog, 'Catálogo', { leadsTo: ['Lista de arquivos', 'Tabelas'] })
    await addOption(dialog, 'Sofás', { message: 'Qual tipo?' })
    await addOption(dialog, 'Pronta-entrega', { below: 'Sofás', message: 'Temos dez.' })
    await addOption(dialog, 'Sob medida', { below: 'Sofás', leadsTo: ['Atendente', 'Ana Prado'], message: 'Já vem.' })
    await addOption(dialog, 'Marcar entrega', { leadsTo: ['Fila', 'Entregas'], message: 'Vamos marcar.' })
    await addOption(dialog, 'Era só isso', { message: 'Até mais!', closes: true })
    await saveDialog(page)
  })

  const webChat = await makeWebChat(page, server)
  const queues = await must<{ id: number }[]>(company.call('GET', '/queue'))
  await must(company.call('PUT', `/users/${person.id}`, { queueIds: queues.map(({ id }) => id) }))
  const ana = await openDesk(browser, server, person)
  await ana.tab('Aguardando').click()
  const waitsFor = async (name: string, queue: string) => {
    await expect(ana.row(name)).toContainText(queue)
    await expect(ana.row(name).getByRole('img', { name: 'Com o chatbot' })).toHaveCount(0)
  }

  await test.step('an invalid answer, a closed queue, the way back, and a file', async () => {
    const rita = await visit(browser, server, webChat, 'Rita Moura')
    await rita.expectChoices(['Entregas', 'Vendas', menu.leave])
    await rita.choose('Entregas')
    await expect(rita.message('As entregas estão fechadas.')).toBeVisible()
    await answer(rita, '2')
    await rita.expectChoices(['Catálogo', 'Sofás', 'Marcar entrega', 'Era só isso', menu.back, menu.leave])
    await answerWrongly(rita, 'Não sei')
    await rita.choose(menu.back)
    await rita.expectChoices(['Entregas', 'Vendas', menu.leave])
    await rita.choose('Vendas')
    await rita.choose('Catálogo')
    await expect(rita.message('Nossos preços:')).toBeVisible()
    const address = await rita.message('preços.txt').getByRole('link').getAttribute('href')
    expect(await (await rita.page.request.get(address ?? '')).text()).toBe('Bolo: 25')
    await waitsFor('Rita Moura', 'Vendas')
  })

  await test.step('the second level: a text, and an attendant', async () => {
    const bia = await visit(browser, server, webChat, 'Bia Ramos')
    await bia.choose('Vendas')
    await bia.choose('Sofás')
    await bia.expectChoices(['Pronta-entrega', 'Sob medida', menu.back, menu.leave])
    await bia.choose('Pronta-entrega')
    await expect(bia.message('Temos dez.')).toBeVisible()
    await waitsFor('Bia Ramos', 'Vendas')

    const caio = await visit(browser, server, webChat, 'Caio Prado')
    await caio.choose('Vendas')
    await caio.choose('Sofás')
    await caio.choose('Sob medida')
    await expect(caio.message('Já vem.')).toBeVisible()
    await waitsFor('Caio Prado', 'Vendas')
    await expectInLog(ana, page, 'Caio Prado', ['Ticket atribuído a Ana Prado', 'opção “Sob medida”'])
  })

  await test.step('an option that leads to another queue', async () => {
    const duda = await visit(browser, server, webChat, 'Duda Reis')
    await duda.choose('Vendas')
    await duda.choose('Marcar entrega')
    await expect(duda.message('Vamos marcar.')).toBeVisible()
    await waitsFor('Duda Reis', 'Entregas')
  })

  await test.step('an option that ends the conversation; the next one ends by the customer’s wish', async () => {
    const eva = await visit(browser, server, webChat, 'Eva Lima')
    await eva.choose('Vendas')
    await expect(ana.row('Eva Lima')).toBeVisible()
    await eva.choose('Era só isso')
    await expect(eva.message('Até mais!')).toBeVisible()
    await expect(ana.row('Eva Lima')).toHaveCount(0)
    await expect(eva.message('Volte sempre!')).toHaveCount(0)
    await eva.write('Outra coisa')
    await eva.expectChoices(['Entregas', 'Vendas', menu.leave])
    await eva.choose(menu.leave)
    await expect(eva.message('Volte sempre!')).toBeVisible()
  })
})

async function makeWebChat(page: Page, { url }: Server): Promise<Pick<WebChat, 'token'>> {
  await page.goto(`${url}/connections`)
  await page.getByRole('button', { name: 'Nova conexão' }).first().click()
  await page.getByRole('menuitem', { name: 'Chat do site' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('Chat da loja')
  await dialog.getByRole('combobox', { name: 'Filas' }).click()
  for (const name of ['Entregas', 'Vendas']) await page.getByRole('option', { name }).click()
  await dialog.getByRole('tab', { name: 'Mensagens' }).click()
  await dialog.getByRole('textbox', { name: 'Mensagem de saudação' }).fill('Olá, {{firstName}}! Com quem quer falar?')
  await dialog.getByRole('textbox', { name: 'Mensagem de despedida' }).fill('Volte sempre!')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  const address = await dialog.getByRole('link', { name: /\/chat\// }).getAttribute('href')
  return { token: address?.split('/').at(-1) ?? '' }
}

/** A visitor who has written and reads the menu of the queues. */
async function visit(browser: Browser, server: Server, webChat: Pick<WebChat, 'token'>, name: string) {
  const chat = await openChat(browser, server, webChat, name)
  const choices = chat.page.getByRole('group', { name: 'Opções' }).getByRole('button')
  await chat.write('Bom dia')
  await expect(chat.message(`Olá, ${name.split(' ')[0]}! Com quem quer falar?`)).toBeVisible()
  return {
    ...chat,
    expectChoices: (names: string[]) => expect(choices).toHaveText(names),
    choose: (label: string) => choices.filter({ hasText: label }).click(),
  }
}

/** The log, which only the admin sees with the decisions. */
async function expectInLog(desk: Desk, admin: Page, contact: string, texts: string[]): Promise<void> {
  const address = await desk.row(contact).getByRole('link').getAttribute('href')
  await admin.goto(new URL(address ?? '', desk.page.url()).href)
  await admin.getByRole('main').getByRole('button', { name: 'Histórico do ticket' }).click()
  for (const text of texts) await expect(admin.getByRole('dialog')).toContainText(text)
  await admin.keyboard.press('Escape')
}
