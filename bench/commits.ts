import pg from 'pg'

/** Inserts rows, each in a transaction of its own: measures how long the disk takes for one commit. */
export class Commits {
  readonly #client: pg.Client
  readonly #inFlight: Promise<void>[] = []
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

  one(): Promise<void> {
    const begun = performance.now()
    const commit = this.#client.query('insert into bench_commits default values').then(() => {
      this.#samples.push(performance.now() - begun)
    })
    this.#inFlight.push(commit)
    return commit
  }

  /** The duration of each commit, in ms. */
  async stop(): Promise<number[]> {
    await Promise.all(this.#inFlight)
    await this.#client.query('drop table bench_commits')
    await this.#client.end()
    return this.#samples
  }
}
