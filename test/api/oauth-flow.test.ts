import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refresh } from '../support/oauth-browser.ts'
import { newTokens, newUser, useTools, useOAuthApp } from '../support/oauth-flow.ts'

const app = useOAuthApp()

describe('connecting', () => {
  it('goes from registration to the tools for a user and for the operator', async () => {
    for (const who of [await newUser(app()), 'operator'] as const) {
      const { body, client, access, refreshToken } = await newTokens(app(), { user: who })
      assert.equal(body.token_type, 'Bearer')
      assert.equal(body.scope, 'winnow:tools')
      const answer = await useTools(app(), `Bearer ${access}`)
      assert.notEqual(answer.status, 401)
      const next = await refresh(app().url, client, refreshToken)
      assert.equal(next.status, 200, JSON.stringify(next.body))
    }
  })
})
