import { expect } from '@playwright/test'
import { stopClock } from './support/clock.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

test('The head of the list changes the view and searches, and a row shows drafts, waiting and Close', async ({
  browser,
  server,
}) => {
  const { ana, visitor, company } = await openTalk(browser, server, 'Bom dia')
  const { page, row } = ana
  const list = page.getByRole('region', { name: 'Conversas' })
  const search = page.getByRole('searchbox', { name: 'Buscar tickets' })
  const button = (name: string) => list.getByRole('button', { name, exact: true })
  const field = page.getByRole('textbox', { name: 'Mensagem' })

  await test.step('a customer who waits', async () => {
    const clock = row('Rita Moura').getByRole('img', { name: 'Cliente esperando resposta' })
    await ana.write('Pois não?')
    // The actions of the row under the pointer stand where its clock is.
    await ana.conversation.hover()
    await expect(clock).toHaveCount(0)
    await visitor.write('Ainda aí?')
    await expect(clock).toBeVisible()
    await ana.write('Sim')
    await expect(clock).toHaveCount(0)
  })

  await test.step('a draft', async () => {
    await field.fill('Já vou ver')
    await expect(row('Rita Moura')).toContainText('Rascunho: Já vou ver')
    await field.fill('')
    await expect(row('Rita Moura')).not.toContainText('Rascunho')
    await expect(row('Rita Moura')).toContainText('Sim')
  })

  await test.step('views', async () => {
    await expect(button('Abertos')).toHaveAttribute('aria-pressed', 'true')
    await button('Encerrados').click()
    await expect(button('Encerrados')).toHaveAttribute('aria-pressed', 'true')
    await expect(row('Rita Moura')).toHaveCount(0)
    await button('Abertos').click()
    await expect(button('Abertos')).toHaveAttribute('aria-pressed', 'true')
    await expect(row('Rita Moura')).toBeVisible()
    await button('Buscar').click()
    await expect(search).toBeFocused()
  })

  await test.step('the search begins 500 ms after the last key', async () => {
    const asked: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/tickets') && searchParams.has('searchParam')) asked.push(searchParams.get('searchParam'))
    })
    await stopClock(page)
    await search.pressSequentially('Rita')
    await page.clock.runFor(499)
    await search.pressSequentially(' M')
    await page.clock.runFor(499)
    await Promise.all([page.waitForRequest(/\/tickets\?.*searchParam=/), page.clock.runFor(1)])
    expect(asked).toEqual(['rita m'])
    await page.clock.resume()
    await expect(button('Buscar')).toHaveAttribute('aria-pressed', 'true')
    await search.fill('')
    await expect(row('Rita Moura')).toBeVisible()
  })

  await test.step('what only admins have', async () => {
    const users = page.getByRole('combobox', { name: 'Usuários' })
    const removal = page.getByRole('menuitem', { name: 'Excluir ticket' })
    await button('Filtros').click()
    await expect(page.getByRole('combobox', { name: 'Conexões' })).toBeVisible()
    await expect(users).toHaveCount(0)
    await page.getByRole('main').getByRole('button', { name: 'Mais ações' }).last().click()
    await expect(page.getByRole('menuitem', { name: 'Histórico do ticket' })).toBeVisible()
    await expect(removal).toHaveCount(0)
    await page.keyboard.press('Escape')

    const boss = await openDesk(browser, server, company.admin)
    await boss.page.getByRole('button', { name: 'Todos', exact: true }).click()
    await boss.page.getByRole('button', { name: 'Filtros' }).click()
    await boss.page.getByRole('combobox', { name: 'Usuários' }).click()
    await boss.page.getByRole('option', { name: 'Ana Prado' }).click()
    await boss.page.keyboard.press('Escape')
    await boss.open('Rita Moura')
    await boss.page.getByRole('main').getByRole('button', { name: 'Mais ações' }).last().click()
    await expect(boss.page.getByRole('menuitem', { name: 'Excluir ticket' })).toBeVisible()
  })

  await test.step('closed from its row', async () => {
    await row('Rita Moura').hover()
    await row('Rita Moura').getByRole('button', { name: 'Encerrar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click()
    await expect(row('Rita Moura')).toHaveCount(0)
    await button('Encerrados').click()
    await expect(row('Rita Moura')).toBeVisible()
  })
})

test('The volume of notices is full at first, and changes in steps of a tenth', async ({ browser, server }) => {
  const { ana } = await openTalk(browser, server, 'Bom dia')
  const { page } = ana
  const slider = page.getByRole('slider', { name: 'Volume dos avisos' })
  const stored = () => page.evaluate<string | null>("localStorage.getItem('volume')")

  await page.getByRole('button', { name: 'Volume dos avisos' }).click()
  await expect(slider).toHaveAttribute('aria-valuetext', '100%')
  await slider.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', '100%')
  for (const volume of ['0.9', '0.8', '0.7', '0.6', '0.5', '0.4', '0.3', '0.2', '0.1', '0']) {
    await slider.press('ArrowLeft')
    await expect.poll(stored).toBe(volume)
  }
  await slider.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', '0%')
})
