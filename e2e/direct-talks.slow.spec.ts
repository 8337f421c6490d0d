import { expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { openDesk } from './support/desk.ts'
import { talkOfTwo } from './support/internal-chat/people.ts'
import { panelOn, row, said, toolButton, write } from './support/internal-chat/windows.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

test('A direct talk opens from a name, and a panel floats over another screen until the focus leaves it', async ({
  browser,
  server,
}) => {
  const { ana, bia, openForAna, openForBia } = await talkOfTwo(browser, server)
  await openForAna()
  await write(ana, 'Bom dia')
  await openForBia()
  await said(bia, 'Bom dia').getByRole('button', { name: 'Ana Prado', exact: true }).click()
  await expect(bia.getByRole('heading', { name: 'Ana Prado', exact: true })).toBeVisible()
  await write(bia, 'Só para você')
  await expect(row(ana, 'Bia Souza')).toContainText('Só para você')

  await ana.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Contatos' }).click()
  const panel = panelOn(ana)
  await expect(panel).toHaveCount(0)
  await toolButton(ana).click()
  await ana.getByRole('button', { name: 'Abrir Bia Souza em um painel' }).click()
  await expect(panel.getByRole('article').filter({ hasText: 'Só para você' })).toBeVisible()
  await expectAccessibleInBothSchemes(ana)
  await panel.getByRole('textbox', { name: 'Mensagem' }).fill('Pode falar')
  await panel.getByRole('textbox', { name: 'Mensagem' }).press('Enter')
  await expect(said(bia, 'Pode falar')).toBeVisible()
  await ana.getByRole('searchbox').first().click()
  await expect(panel).toHaveCount(0)

  await test.step('the palette leads to any colleague', async () => {
    await ana.keyboard.press('Control+k')
    await ana.keyboard.type('Caio')
    await ana.getByRole('option', { name: 'Conversar com Caio Lima' }).click()
    await expect(ana.getByRole('heading', { name: 'Caio Lima', exact: true })).toBeVisible()
  })
})

test('Wherever a colleague is named, their name opens the talk with them, over the screen', async ({
  browser,
  server,
}) => {
  const { ana, company } = await openTalk(browser, server, 'Quero um sofá')
  await ana.write('Temos em azul')
  await ana.writeNote('Cliente antiga')
  const { page } = await openDesk(browser, server, company.admin)
  const panel = panelOn(page)
  const expectTalk = async () => {
    await expect(panel.getByRole('heading', { name: 'Ana Prado' })).toBeVisible()
    await expect(panel.getByRole('textbox', { name: 'Mensagem' })).toBeVisible()
    await panel.getByRole('button', { name: 'Fechar', exact: true }).click()
    await expect(panel).toHaveCount(0)
  }
  const conversation = page.getByRole('log', { name: 'Mensagens' })

  await test.step('at a message and at a private note', async () => {
    await page.goto(ana.page.url())
    for (const text of ['Temos em azul', 'Cliente antiga']) {
      const message = conversation.getByRole('listitem').filter({ hasText: text }).first()
      await message.getByRole('button', { name: 'Ana Prado', exact: true }).click()
      await expectTalk()
    }
  })

  await test.step('in the menu of their ticket', async () => {
    await page
      .getByRole('region', { name: /^Conversa com/ })
      .getByRole('button', { name: 'Mais ações' })
      .click()
    await page.getByRole('menuitem', { name: 'Conversar com Ana Prado' }).click()
    await expectTalk()
  })

  for (const path of ['/users', '/moments'])
    await test.step(path, async () => {
      await page.goto(server.url + path)
      await page.getByRole('main').getByRole('button', { name: 'Ana Prado', exact: true }).click()
      await expectTalk()
    })

  await test.step('one’s own name is only a text', async () => {
    await expect(ana.message('Temos em azul')).toBeVisible()
    await expect(ana.conversation.getByRole('button', { name: 'Ana Prado', exact: true })).toHaveCount(0)
  })
})
