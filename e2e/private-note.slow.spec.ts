import { expect } from '@playwright/test'
import { must } from './support/call.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'
import { openChat } from './support/visitor.ts'

test('A note that is being written stays a note when its ticket is handed to its author, and after another ticket', async ({
  browser,
  server,
}) => {
  const { ana, company, queue, visitor } = await openTalk(browser, server, 'Bom dia')
  const person = await company.attendant('Bia Costa', [queue], { allTicket: 'enable' })
  const bia = await openDesk(browser, server, person)
  await bia.page.goto(ana.page.url())
  const note = bia.page.getByRole('textbox', { name: 'Nota privada' })

  await test.step('handed over', async () => {
    await note.fill('Cliente antiga')
    const { tickets } = await must<{ tickets: { id: number }[] }>(
      company.call('GET', '/tickets?status=open&showAll=true'),
    )
    await must(company.call('PUT', `/tickets/${tickets[0]?.id}`, { userId: person.id }))
    await expect(bia.page.getByText('Ana Prado atende este ticket.')).toHaveCount(0)
    await note.press('Enter')
    await expect(bia.message('Cliente antiga')).toBeVisible()
  })

  await test.step('after another ticket, and after a reload', async () => {
    await openChat(browser, server, await company.webChat([queue]), 'Nair Lima').then((chat) => chat.write('Oi'))
    await note.fill('Paga em dia')
    await bia.accept('Nair Lima')
    await expect(bia.page.getByRole('textbox', { name: 'Mensagem' })).toHaveValue('')
    await bia.tab('Atendendo').click()
    await bia.open('Rita Moura')
    await expect(note).toHaveValue('Paga em dia')
    await bia.page.reload()
    await expect(note).toHaveValue('Paga em dia')
    await note.press('Enter')
    await expect(bia.message('Paga em dia')).toBeVisible()
  })

  await test.step('who reads it is said on a phone too', async () => {
    await bia.page.setViewportSize({ width: 390, height: 844 })
    await bia.page.getByRole('tab', { name: 'Nota privada' }).click()
    await expect(bia.page.getByText('Só a equipe vê.')).toBeVisible()
    await expect(bia.page.getByText('Rita Moura não recebe.')).toBeVisible()
    await bia.page.setViewportSize({ width: 1280, height: 720 })
  })

  await bia.page.getByRole('tab', { name: 'Responder' }).click()
  await bia.write('Posso ajudar?')
  await expect(visitor.message('Posso ajudar?')).toBeVisible()
  for (const words of ['Cliente antiga', 'Paga em dia']) await expect(visitor.message(words)).toHaveCount(0)
})
