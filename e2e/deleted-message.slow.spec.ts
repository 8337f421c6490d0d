import { expect } from '@playwright/test'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'
import { chooseInMenuOf } from './support/messages/menu.ts'

test('A deleted message is shown as deleted, in the reader’s language, wherever it appears', async ({
  browser,
  server,
}) => {
  const { ana, visitor } = await openTalk(browser, server, 'Qual é a senha do wi-fi?')
  const { page, conversation, message } = ana
  const chooseInMenu = (words: string, item: string) => chooseInMenuOf(message(words), item)
  await ana.write('É 1234')
  await chooseInMenu('É 1234', 'Editar')
  await ana.write('É 12345')
  await expect(message('É 12345')).toContainText('editada')
  await visitor.replyTo('É 12345', 'Não entrou')
  await expect(message('Não entrou')).toContainText('É 12345')

  await chooseInMenu('É 12345', 'Apagar')
  await page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click()

  const bubble = message('Mensagem apagada')
  await expect(bubble).toBeVisible()
  await expect(bubble).not.toContainText('editada')
  await expect(conversation).not.toContainText('É 1234')
  await expect(bubble.getByRole('button', { name: 'Ações da mensagem' })).toHaveCount(0)
  await expect(message('Não entrou')).toContainText('Mensagem apagada')

  await page.getByRole('button', { name: /Ana Prado/ }).click()
  await page.getByRole('menuitem', { name: 'Idioma' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.getByRole('log').getByText('Deleted message').first()).toBeVisible()
  await expect(page.getByRole('log')).not.toContainText(/apagada/i)
})
