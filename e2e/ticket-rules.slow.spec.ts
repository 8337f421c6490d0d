import { expect } from '@playwright/test'
import { logInByApi, must } from './support/call.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

test('A transfer needs a queue, closing may need a tag, and a ticket that a colleague closes is left', async ({
  browser,
  server,
}) => {
  const { ana, company, queue } = await openTalk(browser, server, 'Bom dia')
  const { page, row } = ana
  const dialog = page.getByRole('dialog')
  const bia = await company.attendant('Bia Costa', [queue, await company.queue('Suporte')])
  await company.setting('requiredTag', 'enabled')
  await must(company.call('POST', '/tags', { name: 'Obra', color: '#aa3344', kanban: 0 }))

  await test.step('a transfer', async () => {
    const sent: string[] = []
    page.on('request', (request) => void (request.method() !== 'GET' && sent.push(request.url())))
    await row('Rita Moura').hover()
    await row('Rita Moura').getByRole('button', { name: 'Transferir' }).click()
    await dialog.getByRole('combobox', { name: 'Transferir para usuário' }).fill('b')
    await expect(page.getByRole('option')).toHaveText(['Bia Costa'])
    await page.getByRole('option', { name: 'Bia Costa' }).click()
    await dialog.getByRole('button', { name: 'Transferir' }).click()
    await expect(dialog.getByText('Selecione uma fila')).toBeVisible()
    expect(sent).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('closing without a tag', async () => {
    await page.getByRole('button', { name: 'Encerrar', exact: true }).last().click()
    const warning = page.getByRole('status').filter({ hasText: 'Você deve atribuir uma tag antes de fechar o ticket.' })
    await expect(warning).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await warning.getByRole('button', { name: 'Escolher tag' }).click()
    const tags = page.getByRole('complementary', { name: 'Dados do contato' }).getByRole('combobox', { name: 'Tags' })
    await expect(tags).toBeFocused()
    await tags.click()
    await page.getByRole('option', { name: 'Obra' }).click()
    await expect(row('Rita Moura')).toContainText('Obra')
  })

  await test.step('closed by a colleague', async () => {
    const uuid = /[\da-f-]{36}/.exec(page.url())?.[0]
    const { call } = await logInByApi(server, bia)
    const { id } = await must<{ id: number }>(call('GET', `/tickets/u/${uuid}`))
    await must(call('PUT', `/tickets/${id}`, { status: 'closed' }))
    await expect(page.getByText('Ticket encerrado com sucesso.')).toBeVisible()
    await expect(page).toHaveURL(/\/tickets(\?|$)/)
    await expect(row('Rita Moura')).toHaveCount(0)
  })
})
