import { expect } from '@playwright/test'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

test('Accepting sends a greeting and signs messages, ignoring sends nothing', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await company.setting('sendGreetingAccepted', 'enabled')
  await company.setting('sendSignMessage', 'enabled')
  const queue = await company.queue('Vendas')
  const webChat = await company.webChat([queue], { complationMessage: 'Até logo!' })
  const rita = await openChat(browser, server, webChat, 'Rita Moura')
  await rita.write('Aqui é a Rita')
  const ivo = await openChat(browser, server, webChat, 'Ivo Reis')
  await ivo.write('Aqui é o Ivo')
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [queue]))

  await test.step('greeting', async () => {
    await ana.accept('Rita Moura')
    const greeting = rita.message('darei continuidade em seu atendimento')
    await expect(greeting).toContainText('Rita Moura, meu nome é Ana Prado')
    await expect(greeting).toHaveCount(1)
  })

  await test.step('signature, until it is turned off', async () => {
    await ana.write('Temos três modelos')
    await ana.page.getByRole('switch', { name: 'Assinar' }).uncheck()
    await ana.write('Um deles é branco')
    await expect(rita.message('Um deles é branco')).toBeVisible()
    const uuid = /[\da-f-]{36}/.exec(ana.page.url())?.[0]
    const { id } = await must<{ id: number }>(company.call('GET', `/tickets/u/${uuid}`))
    const { messages } = await must<{ messages: { body: string }[] }>(company.call('GET', `/messages/${id}`))
    expect(messages.map(({ body }) => body)).toEqual(
      expect.arrayContaining(['*Ana Prado:*\nTemos três modelos', 'Um deles é branco']),
    )
  })

  await test.step('ignore', async () => {
    await ana.tab('Aguardando').click()
    await ana.row('Ivo Reis').hover()
    await ana.row('Ivo Reis').getByRole('button', { name: 'Ignorar' }).click()
    await expect(ana.row('Ivo Reis')).toHaveCount(0)
    await expect(ana.page.getByRole('button', { name: /^Desfazer/ })).toHaveCount(0)
    await ivo.page.reload()
    await expect(ivo.message('Aqui é o Ivo')).toBeVisible()
    await expect(ivo.message('Até logo!')).toHaveCount(0)
    await expect(ivo.message('darei continuidade')).toHaveCount(0)
  })
})

test('The web chat has emoji, and a sound that can be switched off', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const rita = await openChat(browser, server, await company.webChat([queue]), 'Rita Moura')
  await rita.page.evaluate(`
    globalThis.notes = 0
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    Object.defineProperty(document, 'hidden', { get: () => true })
    document.hasFocus = () => false
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (...args) { notes += 1; return start.apply(this, args) }
  `)
  const notes = () => rita.page.evaluate('notes')

  await rita.page.getByRole('button', { name: 'Emoji' }).click()
  const board = rita.page.getByRole('group', { name: 'Emoji' })
  const sign = (await board.getByRole('button').first().textContent()) ?? ''
  await board.getByRole('button').first().click()
  const field = rita.page.getByRole('textbox', { name: 'Mensagem' })
  await expect(field).toHaveValue(sign)
  await field.press('Enter')
  await expect(rita.message(sign)).toBeVisible()

  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [queue]))
  await ana.accept('Rita Moura')
  await ana.write('Temos três')
  await expect(rita.message('Temos três')).toBeVisible()
  await expect.poll(notes).toBeGreaterThan(0)
  await rita.page.getByRole('button', { name: 'Desligar o som' }).click()
  const heard = await notes()
  await ana.write('Ainda aí?')
  await expect(rita.message('Ainda aí?')).toBeVisible()
  expect(await notes()).toBe(heard)
})
