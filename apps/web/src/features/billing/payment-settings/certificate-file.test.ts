import { expect, test } from 'vitest'
import { base64Of } from './certificate-file.ts'

test('every byte of a file arrives', async () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256)

  expect(await base64Of(new Blob([bytes]))).toBe(Buffer.from(bytes).toString('base64'))
})
