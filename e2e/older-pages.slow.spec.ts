import { expect } from '@playwright/test'
import { must } from './support/call.ts'
import { visitorWrites } from './support/contacts.ts'
import { giveHistory } from './support/messages/history.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

test('A message of an older page that was deleted while another ticket was open shows words', async ({
  browser,
  server,
}) => {
  const { ana, company, queue } = await openTalk(browser, server, 'Bom dia')
  const { page, conversation, message } = ana
  await visitorWrites(server, await company.webChat([queue]), 'Nair Lima', 'Oi')
  const { tickets } = await must<{ tickets: { id: number }[] }>(
    company.call('GET', '/tickets?status=open&showAll=true'),
  )
  const ticketId = tickets[0]?.id ?? 0
  await giveHistory(server, ticketId, 60)
  await page.reload()
  await expect(message('Bom dia')).toBeInViewport()
  await expect(async () => {
    await conversation.evaluate((log) => log.scrollTo(0, 0))
    await expect(message('Linha 6 de 60')).toBeVisible({ timeout: 500 })
  }).toPass()

  await ana.accept('Nair Lima')
  const { messages } = await must<{ messages: { id: number; body: string }[] }>(
    company.call('GET', `/messages/${ticketId}?pageNumber=3`),
  )
  const doomed = messages.find(({ body }) => body.startsWith('Linha 6 de 60'))
  await must(company.call('DELETE', `/messages/${doomed?.id}`))
  await ana.open('Rita Moura')

  await expect(message('Linha 5 de 60')).toBeVisible()
  await expect(message('Mensagem apagada')).toBeVisible()
  await expect(message('Linha 6 de 60')).toHaveCount(0)
})
