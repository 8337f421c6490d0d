import { randomBytes } from 'node:crypto'
import { preparedDataFolder, removeDataFolder } from '../../apps/server/test/data-folder.ts'
import { startProduct } from './product.ts'

/** Starts the product with the demo company and an operator, on data that are removed at the end. */
export async function startAnew({ name, port, env }: { name: string; port: number; env: NodeJS.ProcessEnv }) {
  const dataFolder = await preparedDataFolder(name)
  const operator = { email: 'operador@guiche.demo', password: `Operador-${randomBytes(6).toString('base64url')}` }
  // Never on the data of somebody who has set these for the real product.
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...environment } = process.env
  const product = startProduct({
    port,
    env: {
      ...environment,
      ...env,
      GUICHE_DATA: dataFolder,
      GUICHE_ADMIN_EMAIL: operator.email,
      GUICHE_ADMIN_PASSWORD: operator.password,
    },
  })
  return { product, operator, dataFolder, removeData: () => removeDataFolder(dataFolder) }
}
