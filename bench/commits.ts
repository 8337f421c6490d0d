import pg from 'pg'

/** Bare rows, each committed by itself. */
export class Commits {
  readonly #client: pg.Client
  readonly #under: Promise<void>[] = []
  readonly #samples: number[] = []

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async start(databaseUrl: string): Promise<Commits> {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query('create table bench_commits (at timestamptz not null default now())')
    return new Commits(client)
  }

  one(): void {
    const begun = performance.now()
    this.#under.push(
      this.#client.query('insert into bench_commits default values').then(() => {
        this.#samples.push(performance.now() - begun)
      }),
    )
  }

  /** How long each took. */
  async stop(): Promise<number[]> {
    await Promise.all(this.#under)
    await this.#client.query('drop table bench_commits')
    await this.#client.end()
    return this.#samples
  }
}
