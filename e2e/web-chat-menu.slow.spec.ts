import { expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

test('A visitor answers the menu of the bot by its buttons, and an attendant reads it as text', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const webChat = await company.webChat([sales, support], { greetingMessage: 'Com quem quer falar?' })
  const { page, write, message } = await openChat(browser, server, webChat, 'Rita Moura')
  await write('Bom dia')
  const options = page.getByRole('group', { name: 'Opções' })

  await test.step('the options of the newest message are buttons', async () => {
    await expect(options.getByRole('button')).toHaveText(['Vendas', 'Suporte', 'Encerrar atendimento'])
    await expect(message('Com quem quer falar?')).not.toContainText('[ 1 ]')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('a press by keyboard sends the choice, and the menu becomes text', async () => {
    await options.getByRole('button', { name: 'Suporte' }).focus()
    await page.keyboard.press('Enter')
    await expect(message('[ 2 ] - Suporte')).toBeVisible()
    await expect(message('[ 2 ] - Suporte')).toBeFocused()
    await expect(options).toHaveCount(0)
  })

  await test.step('the attendant of that queue finds the customer, and reads the menu', async () => {
    const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [support]))
    await ana.tab('Aguardando').click()
    await expect(ana.row('Rita Moura')).toContainText('Suporte')
    await ana.open('Rita Moura')
    await expect(ana.message('Com quem quer falar?')).toContainText('[ 2 ] - Suporte')
    await expect(ana.conversation.getByRole('button', { name: 'Suporte' })).toHaveCount(0)
  })
})

test('A choice that is clicked twice at once is sent once', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const chatbots = [{ name: 'Sofás', greetingMessage: 'Chega em dois dias.' }]
  await must(company.call('PUT', `/queue/${sales.id}`, { greetingMessage: 'O que procura?', chatbots }))
  const webChat = await company.webChat([sales, support], { greetingMessage: 'Com quem quer falar?' })
  const { page, write, message } = await openChat(browser, server, webChat, 'Rita Moura')
  await write('Bom dia')

  await page
    .getByRole('group', { name: 'Opções' })
    .getByRole('button', { name: 'Vendas' })
    .evaluate((button: { click: () => void }) => {
      button.click()
      button.click()
    })

  await expect(message('O que procura?')).toBeVisible()
  const { tickets } = await must<{ tickets: { id: number }[] }>(
    company.call('GET', '/tickets?status=pending&showAll=true'),
  )
  const { messages } = await must<{ messages: { body: string; fromMe: boolean }[] }>(
    company.call('GET', `/messages/${tickets[0]?.id}`),
  )
  expect(messages.flatMap(({ body, fromMe }) => (fromMe ? [] : [body]))).toEqual(['Bom dia', '1'])
})
