import { expect } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

test('A visitor is served, transferred, gets the farewell, and comes back', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const webChat = await company.webChat([sales], { complationMessage: 'Obrigada pela visita, até logo!' })
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [sales]))
  const bia = await openDesk(browser, server, await company.attendant('Bia Costa', [sales, support]))
  const visitor = await openChat(browser, server, webChat, 'Rita Moura')

  await test.step('notifies everybody in the queue, and belongs to one person once accepted', async () => {
    await visitor.write('Vocês têm luminária de parede?')
    for (const desk of [ana, bia]) {
      await desk.tab('Aguardando').click()
      await expect(desk.row('Rita Moura')).toContainText('Vendas')
    }
    await ana.accept('Rita Moura')
    await expect(bia.row('Rita Moura')).toHaveCount(0)
    await expect(bia.tab('Aguardando')).toContainText('0')
    await expect(ana.tab('Atendendo')).toHaveAttribute('aria-selected', 'true')
    await expect(ana.row('Rita Moura')).toBeVisible()
    await visitor.expectTick('Vocês têm luminária de parede?', 'Lida')
  })

  await test.step('texts, pictures and quoted replies work in both directions and are marked as read', async () => {
    await ana.write('Temos três modelos')
    await expect(visitor.message('Temos três modelos')).toBeVisible()
    await ana.expectTick('Temos três modelos', 'Lida')

    await visitor.sendPicture('parede.png', 'É para esta parede')
    await expect(ana.message('É para esta parede').getByRole('button', { name: /parede\.png/ })).toBeVisible()
    await ana.sendPicture('modelo.png', 'Este modelo combina')
    await expect(visitor.message('Este modelo combina').getByRole('img', { name: 'modelo.png' })).toBeVisible()

    await ana
      .message('Este modelo combina')
      .getByRole('button', { name: /modelo\.png/ })
      .click()
    const viewer = ana.page.getByRole('dialog', { name: 'Imagens e vídeos da conversa' })
    await expect(viewer.getByText('Este modelo combina')).toHaveText('Este modelo combina')
    await ana.page.keyboard.press('Escape')

    await visitor.replyTo('Temos três modelos', 'Quero ver o mais claro')
    await expect(
      ana.message('Quero ver o mais claro').getByRole('button', { name: 'Ir para a mensagem de Você' }),
    ).toContainText('Temos três modelos')
    await ana.replyTo('É para esta parede', 'Nela fica ótimo')
    await expect(visitor.message('Nela fica ótimo')).toContainText('É para esta parede')
    await ana.expectTick('Nela fica ótimo', 'Lida')
    await visitor.expectTick('Quero ver o mais claro', 'Lida')
  })

  await test.step('a private note does not reach the visitor', async () => {
    await ana.writeNote('Cliente antiga, fazer desconto')
    await ana.write('Já volto com o preço')
    await expect(visitor.message('Já volto com o preço')).toBeVisible()
    await expect(visitor.message('fazer desconto')).toHaveCount(0)
    await visitor.page.reload()
    await expect(visitor.message('Já volto com o preço')).toBeVisible()
    await expect(visitor.message('fazer desconto')).toHaveCount(0)
  })

  await test.step('is transferred to a colleague of another queue with all messages', async () => {
    await ana.page
      .getByRole('button', { name: /^Transferir/ })
      .last()
      .click()
    const dialog = ana.page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Transferir para usuário' }).click()
    await ana.page.getByRole('option', { name: 'Bia Costa' }).click()
    await dialog.getByRole('combobox', { name: 'Transferir para fila' }).click()
    await ana.page.getByRole('option', { name: 'Suporte' }).click()
    await dialog.getByRole('button', { name: 'Transferir' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(ana.row('Rita Moura')).toHaveCount(0)

    await bia.tab('Atendendo').click()
    await expect(bia.row('Rita Moura')).toContainText('Suporte')
    await bia.open('Rita Moura')
    await expect(bia.message('Cliente antiga, fazer desconto')).toBeVisible()
    await bia.conversation.evaluate((log) => log.scrollTo(0, 0))
    await expect(bia.message('Vocês têm luminária de parede?')).toBeVisible()
    await bia.write('Oi, sou a Bia do suporte')
    await expect(visitor.message('Oi, sou a Bia do suporte')).toBeVisible()
  })

  await test.step('is closed with a farewell', async () => {
    await bia.page.getByRole('button', { name: 'Encerrar', exact: true }).last().click()
    const dialog = bia.page.getByRole('dialog')
    await expect(dialog).toContainText('Obrigada pela visita, até logo!')
    await dialog.getByRole('button', { name: 'Encerrar' }).click()
    await expect(bia.row('Rita Moura')).toHaveCount(0)
    await expect(visitor.message('Obrigada pela visita, até logo!')).toBeVisible()
  })

  await test.step('a new message opens a new ticket in the queue of the chat', async () => {
    await visitor.write('Esqueci de perguntar o prazo')
    for (const desk of [ana, bia]) {
      await desk.tab('Aguardando').click()
      await expect(desk.row('Rita Moura')).toContainText('Vendas')
    }
  })
})
