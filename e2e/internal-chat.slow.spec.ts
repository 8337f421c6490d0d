import { type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { logInByApi, must } from './support/call.ts'
import { openDesk } from './support/desk.ts'
import { talkOfTwo, team } from './support/internal-chat/people.ts'
import { log, row, said, toolButton, write } from './support/internal-chat/windows.ts'
import { test } from './support/shared-server.ts'

const menuEntry = (page: Page) =>
  page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: /Chat interno/ })

test('Somebody begins a chat with colleagues, who see it at once with what is unread', async ({ browser, server }) => {
  const people = await team(server)
  const { page: ana } = await openDesk(browser, server, people.ana)
  const { page: bia } = await openDesk(browser, server, people.bia)
  const { page: caio } = await openDesk(browser, server, people.caio)
  const dialog = ana.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Salvar' })

  await test.step('the empty page says what it is for', async () => {
    await menuEntry(ana).click()
    await expect(ana).toHaveURL(/\/chats$/)
    await expect(ana.getByRole('heading', { name: 'Nenhuma conversa ainda' })).toBeVisible()
    await expectAccessibleInBothSchemes(ana)
  })

  await test.step('it needs a title and somebody to talk to', async () => {
    await ana.getByRole('button', { name: 'Nova' }).click()
    await expect(save).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'Título' }).fill(' ')
    await dialog.getByRole('combobox', { name: 'Usuários' }).click()
    await expect(dialog.getByText('Por favor, preencha o título da conversa.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Título' }).fill('Vendas e entregas')
    await expect(dialog.getByText('Por favor, selecione pelo menos um usuário.')).toBeVisible()
    await expect(save).toBeDisabled()
    await expectAccessibleInBothSchemes(ana)
    await dialog.getByRole('combobox', { name: 'Usuários' }).click()
    await ana.getByRole('option', { name: 'Bia Souza' }).click()
    await dialog.getByRole('textbox', { name: 'Título' }).click()
    await save.click()
    await expect(ana).toHaveURL(/\/chats\/[\da-f-]{36}$/)
    await expect(ana.getByRole('heading', { name: 'Vendas e entregas' })).toBeVisible()
  })

  await test.step('the colleague sees what is unread in menu, top bar and list, and others see nothing', async () => {
    await write(ana, 'Tem vaga na rota de sábado?')
    await write(ana, 'A cliente espera.')
    await expect(menuEntry(bia)).toContainText('2')
    await toolButton(bia).click()
    const popover = bia.getByRole('dialog', { name: 'Chat interno' })
    await expect(popover.getByRole('link')).toContainText('Ana: A cliente espera.')
    await expectAccessibleInBothSchemes(bia)
    await popover.getByRole('link').click()
    await expect(said(bia, 'Tem vaga na rota de sábado?')).toBeVisible()
    await expect(log(bia).getByText('2 mensagens novas')).toBeVisible()
    await expect(menuEntry(bia)).not.toContainText('2')
    await menuEntry(caio).click()
    await expect(caio.getByRole('heading', { name: 'Nenhuma conversa ainda' })).toBeVisible()
  })

  await test.step('and the author sees that it was read', async () => {
    await expect(ana.getByRole('button', { name: 'Lida por Bia Souza' })).toBeVisible()
    await write(bia, 'Tem, das 8h às 12h.')
    await expect(said(ana, 'Tem, das 8h às 12h.')).toBeVisible()
    await expectAccessibleInBothSchemes(ana)
  })

  await test.step('an unknown address and that of somebody else’s chat say the same', async () => {
    for (const uuid of [ana.url().split('/').at(-1), '00000000-0000-4000-8000-000000000000', 'nada']) {
      await caio.goto(`${server.url}/chats/${uuid}`)
      await expect(caio.getByRole('heading', { name: 'Esta conversa não está disponível' })).toBeVisible()
    }
  })
})

test('The owner changes and deletes the chat; who is removed is out at once', async ({ browser, server }) => {
  const { ana, bia, openForAna, openForBia, caio } = await talkOfTwo(browser, server)
  await openForAna()
  await openForBia()
  await write(ana, 'Bom dia')
  await expect(bia.getByRole('button', { name: 'Editar conversa' })).toHaveCount(0)
  await expect(bia.getByRole('button', { name: 'Excluir conversa' })).toHaveCount(0)

  await ana.getByRole('button', { name: 'Editar conversa' }).click()
  const dialog = ana.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Título' }).fill('Só entregas')
  await dialog.getByRole('combobox', { name: 'Usuários' }).click()
  await ana.getByRole('option', { name: 'Caio Lima' }).click()
  await ana.getByRole('option', { name: 'Bia Souza' }).click()
  await dialog.getByRole('textbox', { name: 'Título' }).click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()

  await expect(bia.getByRole('heading', { name: 'Esta conversa não está disponível' })).toBeVisible()
  await expect(row(bia, 'Vendas e entregas')).toHaveCount(0)
  const { page: third } = await openDesk(browser, server, caio)
  await third.goto(ana.url())
  await expect(said(third, 'Bom dia')).toBeVisible()

  await ana.getByRole('button', { name: 'Excluir conversa' }).click()
  await dialog.getByRole('button', { name: 'Excluir' }).click()
  await expect(ana).toHaveURL(/\/chats$/)
  await expect(third.getByRole('heading', { name: 'Esta conversa não está disponível' })).toBeVisible()
})

test('The list of the top bar is at most 300 px high, and scrolls', async ({ browser, server }) => {
  const people = await team(server)
  const { call } = await logInByApi(server, people.ana)
  for (let nth = 1; nth <= 9; nth += 1)
    await must(call('POST', '/chats', { title: `Conversa ${nth}`, users: [{ id: people.bia.id }] }))
  const { page: bia } = await openDesk(browser, server, people.bia)
  const popover = bia.getByRole('dialog', { name: 'Chat interno' })
  const height = async () =>
    (await popover.getByRole('list').locator('xpath=ancestor::*[@data-scrollbars]').boundingBox())?.height
  await toolButton(bia).click()
  await expect(popover.getByRole('listitem')).toHaveCount(9)
  await expect.poll(height).toBe(300)
  const last = popover.getByRole('listitem').last()
  await expect(last).not.toBeInViewport({ ratio: 0.5 })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 0.9 })
})
