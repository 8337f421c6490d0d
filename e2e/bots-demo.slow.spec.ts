import { type BrowserContext, type Page, expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { demoOfFile } from './support/demo/demo-of-file.ts'
import { deskOn, logIn } from './support/desk.ts'
import { type Chat, chatAt } from './support/visitor.ts'

test.setTimeout(180_000)

const { printed, url, login } = demoOfFile('bots-demo', /The robots\s+http:\S+/)

async function openRobots(page: Page): Promise<void> {
  await page.goto(printed(/The robots\s+(http:\S+)/))
  await expect(page.getByRole('link', { name: 'Escrever: Typebot' })).toBeVisible()
}

/** The chat that a link of the page opens. */
async function chatWith(context: BrowserContext, robots: Page, title: string, name = 'Rita Moura'): Promise<Chat> {
  const opening = context.waitForEvent('page')
  await robots.getByRole('link', { name: `Escrever: ${title}`, exact: true }).click()
  return chatAt(await opening, name)
}

test('Each robot answers whoever writes to it, and calls a person', async ({ context, page }) => {
  await openRobots(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }

  await test.step('Typebot sends every kind of message and asks in every way', async () => {
    const chat = await chatWith(context, page, 'Typebot')
    await chat.write('Oi')
    await expect(chat.message('Olá, Rita Moura!')).toBeVisible()
    await chat.page.getByRole('button', { name: 'Todo tipo de mensagem' }).click()
    const log = chat.page.getByRole('log', { name: 'Conversa' })
    await expect(log.locator('img[src*="/"]').first()).toBeVisible()
    await expect(log.locator('video')).toHaveCount(1)
    await expect(log.locator('audio')).toHaveCount(1)
    await expect(log.getByText('catalogo.pdf')).toBeVisible()
    await expect(log.getByText('youtube.com')).toBeVisible()
    await chat.page.getByRole('button', { name: 'Falar com uma pessoa' }).last().click()
    await expect(chat.message('Vou chamar alguém da loja.')).toBeVisible()
  })

  await test.step('n8n, the webhook and Dialogflow know what was written', async () => {
    const n8n = await chatWith(context, page, 'n8n')
    await n8n.write('Onde está o pedido 1234?')
    await expect(n8n.message('O pedido 1234 saiu para entrega')).toBeVisible()
    const webhook = await chatWith(context, page, 'Webhook')
    await webhook.write('Bom dia')
    await expect(webhook.message('a assinatura está certa')).toBeVisible()
    const agent = await chatWith(context, page, 'Dialogflow')
    await agent.write('Quero agendar')
    await expect(agent.message('Para que dia?')).toBeVisible()
    await agent.write('amanhã')
    await expect(agent.message('Agendado para amanhã.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Dialogflow' }).getByRole('listitem').first()).toContainText(
      'respondido',
    )
  })

  await test.step('the prompts answer by text and by voice', async () => {
    const text = await chatWith(context, page, 'Prompt de IA')
    await text.write('Qual é o horário?')
    await expect(text.message('das 9h às 19h')).toBeVisible()
    const voice = await chatWith(context, page, 'Prompt de IA com voz')
    await voice.write('Qual é o horário?')
    await expect(voice.page.getByRole('log', { name: 'Conversa' }).locator('audio')).toHaveCount(1)
    await text.write('Quero falar com um atendente')
    await expect(text.message('Vou chamar alguém da loja.')).toBeVisible()
  })
})

test('A robot that is broken by a switch leaves its customer to a person, who reads why', async ({ browser, page }) => {
  const context = await browser.newContext()
  const robots = await context.newPage()
  await openRobots(robots)
  const card = robots.getByRole('region', { name: 'n8n' })
  await card.getByLabel('Comportamento').selectOption('Responde com uma página de erro')
  const chat = await chatWith(context, robots, 'n8n', 'Nina Sá')
  await chat.write('Tem alguém aí?')
  await expect(chat.message('Um atendente vai continuar a conversa com você.')).toBeVisible()
  await expect(card.getByRole('listitem').first()).toContainText('POST /webhook/pedidos')

  await logIn(page, { url: url() }, login())
  await page.goto(`${url()}/queue-integration`)
  await expect(page.getByRole('row').filter({ hasText: 'Pedidos no n8n' })).toContainText('Falhou na última vez')
  await page.goto(`${url()}/tickets`)
  const desk = deskOn(page)
  await desk.tab('Aguardando').click()
  await desk.open('Nina Sá')
  await expect(desk.message('Pedidos no n8n')).toContainText('Nota privada de Chatbot · Nina não vê')
})
