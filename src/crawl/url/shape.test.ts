import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shapeOf } from './shape.ts'

describe('the shape of a URL', () => {
  const cases: [path: string, shape: string][] = [
    ['/', '/'],
    ['/about', '/about'],
    ['/About/', '/About'],
    ['/post/123', '/post/#'],
    ['/article-123.html', '/article-#.html'],
    ['/2024/01/02', '/#'],
    ['/cal/2024-01-02', '/cal/#'],
    ['/cal/02-jan-2024', '/cal/#'],
    ['/d/1/2/3', '/d/#'],
    ['/d/1/2/3/4', '/d/#'],
    ['/dir1/dir2', '/dir#'],
    ['/dir1/dir2/dir3', '/dir#'],
    ['/f/3d2c8a1e-0b1c-4f5d-9e8f-001122334455', '/f/#'],
    ['/f/order-3d2c8a1e-0b1c-4f5d-9e8f-001122334455', '/f/order-#'],
    ['/f/9f86d081884c7d65.pdf', '/f/#.pdf'],
    ['/f/aZ3kd93Lq0PxW7', '/f/#'],
    ['/f/report-9f86d081884c', '/f/report-#'],
    ['/v1.2/x', '/v#/x'],
    ['/track.mp3', '/track.mp3'],
    ['/%E4%BD%A0%E5%A5%BD', '/你好'],
    ['/a%2Fb', '/a%2Fb'],
    ['/%zz1', '/%zz#'],
    ['/?b=1&a=x', '/?a=x&b=#'],
    ['/?a=x&b=2', '/?a=x&b=#'],
    ['/?a=2024-01-02&a=7', '/?a=#'],
    ['/?q=%C3%BCber', '/?q=über'],
    ['/?a', '/?a'],
    ['/?f1=a&f2=a', '/?f#=a'],
  ]
  for (const [path, shape] of cases) {
    it(`${path} is ${shape}`, () =>
      assert.equal(shapeOf(`https://www.example.com${path}`), `example.com${shape}`))
  }

  const apart: [string, string][] = [
    ['http://a.example/x', 'http://b.example/x'],
    ['http://a.example/x', 'http://a.example:8080/x'],
    ['http://a.example/x', 'http://a.example/y'],
    ['http://a.example/a/b', 'http://a.example/a%2Fb'],
    ['http://a.example/?sort=up', 'http://a.example/?sort=down'],
    ['http://a.example/?a=1', 'http://a.example/?b=1'],
    ['http://a.example/1.html', 'http://a.example/1.pdf'],
  ]
  for (const [one, other] of apart) {
    it(`${one} and ${other} have different shapes`, () => assert.notEqual(shapeOf(one), shapeOf(other)))
  }
})
