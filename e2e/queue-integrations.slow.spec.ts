import { type BotServer, createBotServer } from '@guiche/bot-testserver'
import { type Page, expect, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { answer } from './support/bot.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { deskOn, logIn } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { openChat } from './support/visitor.ts'
import { linkByPage, whatsAppOfFile } from './support/whatsapp.ts'

let services: BotServer | undefined
/** Typebot, n8n and Dialogflow on this machine. */
function bots(): BotServer {
  if (!services) throw new Error('the services are available only while tests run')
  return services
}
test.beforeAll(async () => {
  services = await createBotServer()
})
// What was planned to fail must not fail in the next test.
test.afterEach(() => services?.clear())
test.afterAll(() => services?.stop())

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => ({ ...whatsApp().environment, ...bots().environment }))
test.setTimeout(300_000)

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialogOf = (page: Page) => page.getByRole('dialog')

async function openNew(page: Page, type: string, name: string) {
  await page.goto(`${server().url}/queue-integration`)
  await page.getByRole('button', { name: 'Adicionar integração' }).first().click()
  await choose(page, 'Tipo', type)
  await dialogOf(page).getByRole('textbox', { name: 'Nome', exact: true }).fill(name)
  return dialogOf(page)
}

async function choose(page: Page, field: string, option: string) {
  await dialogOf(page).getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function expectTest(page: Page, outcome: string | RegExp) {
  await dialogOf(page).getByRole('button', { name: 'Testar' }).click()
  await expect(dialogOf(page).getByRole('status')).toContainText(outcome)
}

async function save(page: Page) {
  await dialogOf(page).getByRole('button', { name: 'Salvar' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
}

/** Hands the customers of a connection to an integration. */
async function giveToConnection(page: Page, connection: string, integration: string) {
  await page.goto(`${server().url}/connections`)
  await page.getByRole('button', { name: `Editar ${connection}` }).click()
  await dialogOf(page).getByRole('tab', { name: 'Integrações' }).click()
  await choose(page, 'Integração', integration)
  await save(page)
}

test('A Typebot is tried, answers the customers of a queue on the web chat, and hands over to a person', async ({
  browser,
  page,
}) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const [reception, sales] = [await company.queue('Recepção'), await company.queue('Vendas')]
  const webChat = await company.webChat([reception])
  const choice = {
    type: 'choice input' as const,
    items: [
      { id: 'a', content: 'Preços', goTo: 'prices' },
      { id: 'b', content: 'Uma pessoa', goTo: 'person' },
    ],
  }
  bots().typebot.publish('loja', {
    groups: {
      start: [{ text: 'Olá {{pushName}}, o que você procura?' }, { input: choice }],
      prices: [{ text: 'Bolo: R$ 25.' }, { input: choice }],
      person: [{ text: 'Vou chamar alguém.' }, { text: `#{"queueId":${sales.id}}` }],
    },
  })
  await logIn(page, server(), company.admin)

  await test.step('what is missing or not allowed is said at its field', async () => {
    await page.goto(`${server().url}/queue-integration`)
    await expect(page.getByText('Nenhuma integração ainda')).toBeVisible()
    const dialog = await openNew(page, 'Typebot', '')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Obrigatório')).toHaveCount(3)
    await expect(dialog.getByRole('textbox', { name: 'Tempo em minutos para expirar uma conversa' })).toHaveValue('1')
    await expect(dialog.getByRole('textbox', { name: 'Intervalo (ms) entre mensagens' })).toHaveValue('1000')
    await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('Robô da loja')
    await dialog.getByRole('textbox', { name: 'URL' }).fill('http://169.254.169.254')
    await dialog.getByRole('textbox', { name: 'Typebot - Slug' }).fill('outra')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Este endereço não é permitido.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('the test shows what is asked, what comes, and how long it takes', async () => {
    const dialog = dialogOf(page)
    await dialog.getByRole('textbox', { name: 'URL' }).fill(bots().addresses.typebot)
    await expectTest(page, 'Não há um fluxo ou bot ativo neste endereço.')
    await dialog.getByRole('textbox', { name: 'Typebot - Slug' }).fill('loja')
    await dialog.getByRole('textbox', { name: 'Intervalo (ms) entre mensagens' }).fill('0')
    await expectTest(page, /Funciona\. Levou [\d.]+ ms\./)
    await expect(dialog.getByLabel('O cliente receberia')).toContainText('*[ 1 ]* - Preços')
    await expect(dialog.getByLabel('O que foi perguntado')).toContainText('/typebots/loja/startChat')
    await expect(dialog.getByLabel('O que veio (status 200)')).toContainText('sessionId')
    await expectAccessibleInBothSchemes(page)
    await save(page)
    await expect(row(page, 'Robô da loja')).toContainText('Pronta')
  })

  await test.step('a queue hands its customers to it', async () => {
    await page.goto(`${server().url}/queues`)
    await page.getByRole('button', { name: 'Editar Recepção' }).click()
    await choose(page, 'Integração', 'Robô da loja')
    await save(page)
  })

  const visitor = await openChat(browser, server(), webChat, 'Rita Moura')
  await test.step('the customer answers by buttons, and by the title of a choice', async () => {
    await visitor.write('Oi')
    await expect(visitor.message('Olá Rita Moura, o que você procura?')).toBeVisible()
    await visitor.page.getByRole('button', { name: 'Preços' }).click()
    await expect(visitor.message('Bolo: R$ 25.')).toBeVisible()
    await answer(visitor, 'uma pessoa')
    await expect(visitor.message('Vou chamar alguém.')).toBeVisible()
    await expect(visitor.page.getByText('queueId')).toHaveCount(0)
  })

  await test.step('a person sees the customer in the queue, and admins what the robot was asked', async () => {
    await page.goto(`${server().url}/tickets`)
    const desk = deskOn(page)
    await desk.tab('Aguardando').click()
    await expect(desk.row('Rita Moura')).toContainText('Vendas')
    await desk.accept('Rita Moura')
    await desk.write('Oi, Rita!')
    await expect(visitor.message('Oi, Rita!')).toBeVisible()
    await visitor.write('Quero um bolo')
    await expect(desk.message('Quero um bolo')).toBeVisible()
    await desk.openLog()
    const trace = page.getByRole('region', { name: 'Serviços externos' })
    await expect(trace.getByText('Robô da loja')).toHaveCount(3)
    await trace.getByText('Robô da loja').first().click()
    await expect(trace.getByLabel('Recebido').first()).toContainText('Vou chamar alguém.')
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.press('Escape')
  })

  await test.step('it is deleted, and says which queue lets go of it', async () => {
    await page.goto(`${server().url}/queue-integration`)
    await row(page, 'Robô da loja').getByRole('button', { name: 'Mais ações de Robô da loja' }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await expect(dialogOf(page).getByText('Esta fila deixa de usá-la: Recepção.')).toBeVisible()
    await dialogOf(page).getByRole('button', { name: 'Excluir' }).click()
    await expect(page.getByText('Nenhuma integração ainda')).toBeVisible()
  })
})

test('n8n answers the customers of a connection, and a person takes over when it fails', async ({ browser, page }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const sales = await company.queue('Vendas')
  const webChat = await company.webChat([sales, await company.queue('Trocas')], {
    name: 'Chat da loja',
    greetingMessage: 'Escolha um setor',
  })
  const said = ({ body }: { body: unknown }) => String((body as { message: { body: string } }).message.body)
  bots().n8n.workflow('loja', {
    authentication: { kind: 'header', name: 'authorization', value: 'Bearer da-loja-1234' },
    respond: (execution) => ({ mode: 'lastNode', items: [{ output: `Você disse: ${said(execution)}` }] }),
  })
  await logIn(page, server(), company.admin)

  const dialog = await openNew(page, 'n8n', 'Fluxo da loja')
  await dialog.getByRole('textbox', { name: 'URL' }).fill(bots().n8n.productionUrl('loja'))
  await expectTest(page, 'Recusou o acesso.')
  await dialog.getByRole('textbox', { name: 'Cabeçalho Authorization' }).fill('Bearer da-loja-1234')
  await expectTest(page, 'Funciona.')
  await expect(dialog.getByLabel('O cliente receberia')).toHaveText('Você disse: Oi')
  await expect(dialog.getByText('Copie-o para o seu fluxo')).toBeVisible()
  await save(page)

  await test.step('its secrets are not shown again, and stay when something else is changed', async () => {
    await page.getByRole('button', { name: 'Editar Fluxo da loja' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Cabeçalho Authorization' })).toHaveValue('••••1234')
    await expect(dialog.getByRole('textbox', { name: 'Segredo da assinatura' })).toHaveValue(/^••••.{4}$/)
    await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('Fluxo da casa')
    await expectTest(page, 'Funciona.')
    await save(page)
    await expect(row(page, 'Fluxo da casa')).toBeVisible()
  })
  await giveToConnection(page, 'Chat da loja', 'Fluxo da casa')

  const visitor = await openChat(browser, server(), webChat, 'Caio Reis')
  await visitor.write('Bom dia')
  await expect(visitor.message('Você disse: Bom dia')).toBeVisible()
  await visitor.write('Tudo bem?')
  await expect(visitor.message('Você disse: Tudo bem?')).toBeVisible()

  await test.step('the flow fails: the customer reads so once, and a person sees why', async () => {
    bots().n8n.side.faults.plan({ kind: 'html' })
    await visitor.write('E agora?')
    await expect(visitor.message('Um atendente vai continuar a conversa com você.')).toBeVisible()
    await visitor.write('Alô?')
    await expect(visitor.message('Você disse: Alô?')).toHaveCount(0)

    await page.goto(`${server().url}/queue-integration`)
    await expect(row(page, 'Fluxo da casa')).toContainText('Falhou na última vez: não foi possível ler a resposta')
    await expectAccessibleInBothSchemes(page)
  })
})

test('Dialogflow answers who chooses it in a menu, until it ends the conversation', async ({ browser, page }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Recepção')
  const webChat = await company.webChat([queue])
  await logIn(page, server(), await company.attendant('Bia Costa', [queue], { profile: 'admin' }))

  const dialog = await openNew(page, 'Dialogflow', 'Lia')
  const file = dialog.getByRole('textbox', { name: 'JsonContent' })
  await file.fill('{"type":"authorized_user"}')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByText('Este não é o arquivo de uma conta de serviço do Google.')).toBeVisible()
  await file.fill(JSON.stringify(bots().dialogflow.serviceAccount))
  await expectTest(page, 'Funciona.')
  await expect(dialog.getByLabel('O cliente receberia')).toHaveText('*Lia:* Olá! Como posso ajudar?')
  await save(page)
  await page.getByRole('button', { name: 'Editar Lia' }).click()
  await expect(file).toHaveValue('••••')
  await expect(dialog.getByText(bots().dialogflow.serviceAccount.client_email)).toBeVisible()
  await page.keyboard.press('Escape')

  await test.step('an option of the menu leads to it', async () => {
    const chatbots = [{ name: 'Falar com alguém' }, { name: 'Falar com a Lia' }]
    await must(company.call('PUT', `/queue/${queue.id}`, { greetingMessage: 'Olá! Escolha:', chatbots }))
    await page.goto(`${server().url}/queues`)
    await page.getByRole('button', { name: 'Editar Recepção' }).click()
    await dialogOf(page).getByRole('tab', { name: 'Menu' }).click()
    await dialogOf(page)
      .getByRole('button', { name: /Falar com a Lia/ })
      .first()
      .click()
    await choose(page, 'Tipo', 'Integração')
    await choose(page, 'Integração', 'Lia')
    await save(page)
  })

  const visitor = await openChat(browser, server(), webChat, 'Bia Lopes')
  await visitor.write('Oi')
  await visitor.page.getByRole('button', { name: 'Falar com a Lia' }).click()
  await expect(visitor.message('Falar com a Lia').last()).toBeVisible()
  await visitor.write('Qual o horário?')
  await expect(visitor.message('Das 8h às 18h.')).toBeVisible()
  await visitor.write('tchau')
  await expect(visitor.message('Até logo!')).toBeVisible()
  await answer(visitor, 'horário')
  await page.goto(`${server().url}/tickets`)
  const desk = deskOn(page)
  await desk.tab('Aguardando').click()
  await desk.accept('Bia Lopes')
  await desk.write('Oi, Bia!')
  await expect(visitor.message('Das 8h às 18h.')).toHaveCount(1)
})

test('A webhook answers customers on WhatsApp, until somebody turns it off in the head of the ticket', async ({
  page,
}) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const phone = whatsApp().phone('5511900000002', 'Casa Aurora')
  const rita = whatsApp().contact('5511988887777', 'Rita Moura')
  const chat = rita.chat(phone)
  const person = await company.attendant('Ana Prado', [await company.queue('Vendas')], { profile: 'admin' })
  bots().n8n.workflow('avisos', {
    respond: {
      mode: 'respondNode',
      response: { body: { messages: [{ type: 'text', text: 'Recebemos a sua mensagem.' }] } },
    },
  })
  await logIn(page, server(), person)
  const dialog = await openNew(page, 'Webhook', 'Avisos')
  await dialog.getByRole('textbox', { name: 'URL' }).fill(bots().n8n.productionUrl('avisos'))
  await save(page)
  await linkByPage(page, server(), phone, { name: 'Celular' })
  await giveToConnection(page, 'Celular', 'Avisos')

  await chat.text('Vocês entregam?')
  await rita.waitForMessage(({ text }) => text === 'Recebemos a sua mensagem.', 60_000)
  expect(bots().n8n.executions.at(-1)).toMatchObject({
    path: 'avisos',
    body: {
      connection: { channel: 'whatsapp' },
      contact: { number: '5511988887777' },
      message: { body: 'Vocês entregam?' },
    },
  })

  await page.goto(`${server().url}/tickets`)
  const desk = deskOn(page)
  await desk.tab('Aguardando').click()
  await desk.open('Rita Moura')
  await page.getByRole('main').getByRole('button', { name: 'Mais ações' }).last().click()
  await page.getByRole('menuitem', { name: 'Desativar integração do bot' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Mais ações' }).last().click()
  await expect(page.getByRole('menuitem', { name: 'Ativar integração do bot' })).toBeVisible()
  const before = bots().n8n.executions.length
  await chat.text('Alô?')
  await expect(desk.message('Alô?')).toBeVisible()
  await expect(desk.message('Recebemos a sua mensagem.')).toHaveCount(1)
  expect(bots().n8n.executions).toHaveLength(before)
})
