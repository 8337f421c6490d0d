import { expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { talkOfTwo } from './support/internal-chat/people.ts'
import { list, log, row, said, write } from './support/internal-chat/windows.ts'
import { test } from './support/shared-server.ts'

test('On a phone there are two tabs', async ({ browser, server }) => {
  const { ana, openForAna } = await talkOfTwo(browser, server, { viewport: { width: 390, height: 844 } })
  await openForAna()
  const tabs = ana.getByRole('navigation', { name: 'Chat interno' })
  await expect(list(ana)).toBeHidden()
  await write(ana, 'Do celular')
  await expectAccessibleInBothSchemes(ana)

  await tabs.getByRole('button', { name: 'Chats' }).click()
  await expect(row(ana, 'Vendas e entregas')).toContainText('Você: Do celular')
  await expect(log(ana)).toHaveCount(0)
  await ana.getByRole('button', { name: 'Nova' }).click()
  await expect(ana.getByRole('dialog').getByRole('textbox', { name: 'Título' })).toBeVisible()
  await ana.keyboard.press('Escape')
  await tabs.getByRole('button', { name: 'Mensagens' }).click()
  await expect(said(ana, 'Do celular')).toBeVisible()
})

test('Older messages are loaded before the top is reached', async ({ browser, server }) => {
  const messages = Array.from({ length: 90 }, (_, nth) => `Mensagem número ${nth + 1}`)
  const { ana, openForAna } = await talkOfTwo(browser, server, {}, messages)
  await openForAna()
  await expect(said(ana, 'Mensagem número 90')).toBeVisible()
  await log(ana).hover()
  await expect(async () => {
    await ana.mouse.wheel(0, -4000)
    await expect(log(ana).getByText('Mensagem número 1', { exact: true })).toBeVisible({ timeout: 500 })
  }).toPass()
})

test('Older messages are loaded within 600 px of the top, and not before', async ({ browser, server }) => {
  const tall = Array.from({ length: 8 }, (_, nth) => `Linha ${nth}`).join('\n')
  const { ana, openForAna } = await talkOfTwo(browser, server, {}, Array<string>(30).fill(tall))
  const asked: string[] = []
  ana.on('request', (request) => {
    if (/\/messages\?.*before=/.test(request.url())) asked.push(request.url())
  })
  await openForAna()
  await expect(log(ana).getByRole('article')).toHaveCount(20)
  const scrollTo = (top: number) =>
    ana.evaluate(`new Promise((done) => {
      document.querySelector('[role="log"]').scrollTo(0, ${top})
      requestAnimationFrame(() => requestAnimationFrame(() => done()))
    })`)

  await scrollTo(640)
  expect(asked).toEqual([])
  await scrollTo(560)
  await expect.poll(() => asked.length).toBe(1)
  await expect(log(ana).getByRole('article')).toHaveCount(30)
})
