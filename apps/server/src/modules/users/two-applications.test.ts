import { expect, test } from 'vitest'
import { createWorld } from '#test/world'

test("two applications in one process do not mix up their users' presence", async () => {
  const [one, two] = [await createWorld(), await createWorld()]
  try {
    const here = await (await one.company()).attendant()
    const admin = await (await two.company()).admin()

    const { body: made } = await admin.post('/users', {
      name: 'Camila',
      email: 'camila@empresa.test',
      password: 'Senha-1234A',
      profile: 'user',
    })

    // Separate databases assign the same ids.
    expect([made.companyId, made.id]).toEqual([here.user.companyId, here.id])
    expect((await here.get(`/users/${here.id}`)).body.online).toBe(true)
    expect((await admin.get(`/users/${made.id}`)).body.online).toBe(false)
  } finally {
    await Promise.all([one.close(), two.close()])
  }
})
