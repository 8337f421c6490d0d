import { expect, test } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { linkByPage, readCode, whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => whatsApp().environment)

test('A phone is unlinked after a question, and by an import that is requested later, which shows a new code', async ({
  page,
}) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const phone = whatsApp().phone('5511900000031', 'Casa Aurora', { businessName: 'Casa Aurora' })
  const rita = whatsApp().contact('5511988887031', 'Rita Moura')
  phone.remember({ with: rita, by: rita, text: 'Vocês entregam?', at: new Date(Date.now() - 3_600_000) })
  await logIn(page, server(), company.admin)
  await linkByPage(page, server(), phone, { name: 'Loja Centro' })
  const row = page.getByRole('row', { name: /Loja Centro/ })
  const code = page.getByRole('img', { name: 'QR Code para vincular o celular' })

  await test.step('the import unlinks it and shows a new code, which the phone scans', async () => {
    await row.getByRole('button', { name: 'Editar Loja Centro' }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar conexão' })
    await expect(dialog.getByText('ao salvar, ele é desconectado e um novo QR Code aparece')).toBeVisible()
    await dialog.getByRole('switch', { name: 'Importar mensagens antigas' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(code).toBeVisible()
    await expect(row).toContainText('Aguardando QR Code')
    await phone.scan(await readCode(code))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row).toContainText('Conectada')
    await expect(row.getByRole('button', { name: 'Preparando importação' })).toBeDisabled()
  })

  const question = page.getByRole('dialog', { name: 'Desconectar Loja Centro?' })
  const disconnect = () => row.getByRole('button', { name: 'Desconectar' }).click()

  await test.step('the question can be cancelled', async () => {
    await disconnect()
    await expect(question).toContainText('O celular deixa de estar vinculado.')
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await expect(question).toHaveCount(0)
    await expect(row).toContainText('Conectada')
  })

  await test.step('confirmed, it unlinks the phone, which can be linked again', async () => {
    await disconnect()
    await question.getByRole('button', { name: 'Desconectar' }).click()
    await expect(question).toHaveCount(0)
    await expect(row).toContainText('Desconectada')
    await row.getByRole('button', { name: 'Novo QR Code' }).click()
    await phone.scan(await readCode(code))
    await expect(row).toContainText('Conectada')
  })
})
