import { type Page, expect, test } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { linkDialogOf, readCode, whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => whatsApp().environment)

const codeOn = (page: Page) => page.getByRole('img', { name: 'QR Code para vincular o celular' })

async function beginLinking(page: Page, name: string): Promise<void> {
  const company = await createCompany(server(), 'Casa Aurora')
  await logIn(page, server(), company.admin)
  await linkDialogOf(page, server(), { name })
}

test('The dialog says in four steps how to scan, links to help, and counts down how long the code is valid', async ({
  page,
}) => {
  await beginLinking(page, 'Loja Centro')
  const dialog = page.getByRole('dialog', { name: 'Utilize o WhatsApp no seu atendimento' })
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Abra o WhatsApp no seu celular',
    'Toque em Mais opções no Android ou em Configurações no iPhone',
    'Toque em Dispositivos conectados e, em seguida, em Conectar dispositivo',
    'Aponte seu celular para esta tela para escanear o QR Code',
  ])
  await expect(dialog.getByText('Conexão Loja Centro.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Precisa de ajuda para conectar?' })).toHaveAttribute(
    'href',
    /^https:\/\/faq\.whatsapp\.com\//,
  )
  await expect(dialog).toContainText(/novo código em 0:5\d/)
  await expect(dialog).toContainText(/novo código em 0:4\d/)
})

test('A required passkey is explained, and linking continues once it is no longer required', async ({ page }) => {
  const phone = whatsApp().phone('5511900000011', 'Casa Aurora', { businessName: 'Casa Aurora' })
  whatsApp().faults.demandPasskey({ phone })
  await beginLinking(page, 'Loja Norte')
  const row = page.getByRole('row', { name: /Loja Norte/ })

  await expect(phone.scan(await readCode(codeOn(page)))).rejects.toThrow('passkey')
  const wall = page.getByRole('dialog', { name: 'Esta conta exige uma chave de acesso' })
  await expect(wall.getByRole('button', { name: 'Mudar para a API oficial' })).toBeVisible()
  await wall.getByRole('button', { name: 'Cancelar' }).click()
  await expect(row).toContainText('Chave de acesso exigida')

  await row.getByRole('button', { name: 'Ver o que fazer' }).click()
  await wall.getByRole('button', { name: 'Tentar de novo' }).click()
  await phone.scan(await readCode(codeOn(page)))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row).toContainText('Conectada')
})
