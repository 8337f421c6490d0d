import { expect } from '@playwright/test'
import { must } from './support/call.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

test('Reopening that is refused keeps the closed ticket open and says nothing of closing', async ({
  browser,
  server,
}) => {
  const { ana, company } = await openTalk(browser, server, 'Bom dia')
  const { page } = ana
  const address = page.url()
  const { tickets } = await must<{ tickets: { id: number }[] }>(
    company.call('GET', '/tickets?status=open&showAll=true'),
  )
  await must(company.call('PUT', `/tickets/${tickets[0]?.id}`, { status: 'closed', sendFarewellMessage: false }))
  const closed = page.getByText('Ticket encerrado com sucesso.')
  await expect(closed).toBeVisible()
  await page.goto(address)
  const reopen = page.getByRole('main').getByRole('button', { name: 'Reabrir' }).last()
  await expect(reopen).toBeVisible()
  await expect(closed).toHaveCount(0)

  await page.route(/\/tickets\/\d+$/, (route) => route.fulfill({ status: 403, json: { error: 'ERR_NO_PERMISSION' } }))
  await reopen.click()

  await expect(page.getByText('Você não tem permissão para isto.')).toBeVisible()
  await expect(reopen).toBeVisible()
  await expect(page).toHaveURL(address)
  await expect(closed).toHaveCount(0)
})
