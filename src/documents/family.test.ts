import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentFamily } from './family.ts'

describe('documentFamily', () => {
  const cases: [start: string, fileName: string, contentType: string, family: string | undefined][] = [
    ['%PDF-1.7', '', '', 'pdf'],
    ['\n%PDF-1.4', 'a.html', 'text/html', 'pdf'],
    ['HTTP junk\r\n%PDF-1.4', 'a.pdf', '', 'pdf'],
    ['HTTP junk\r\n%PDF-1.4', 'a.txt', 'text/plain', undefined],
    ['\x01\x02\x03', 'a.pdf', '', 'pdf'],
    ['just words', 'a.pdf', 'application/pdf', undefined],
    ['<!doctype html><p>Not found', 'a.pdf', 'application/pdf', undefined],
    ['PK\x03\x04', '', '', 'archive'],
    ['PK\x05\x06', 'a.docx', '', 'archive'],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '', '', 'compound'],
    ['{\\rtf1\\ansi', 'a.doc', 'application/msword', 'rtf'],
    ['\x89PNG\r\n\x1a\n', 'a.txt', '', 'image'],
    ['\xff\xd8\xff\xe0', '', '', 'image'],
    ['II*\0', '', '', 'image'],
    ['RIFF\x10\0\0\0WEBPVP8 ', '', '', 'image'],
    ['a,b\n1,2', 'A.CSV', '', 'table'],
    ['a\tb', 'a.tsv', 'text/plain', 'table'],
    ['a,b', '', 'text/csv; charset=utf-8', 'table'],
    ['\xff\xfea\0,\0b\0', 'a.csv', '', 'table'],
    ['a\0,\0b\0\n\x001\0,\x002\0', 'a.csv', '', 'table'],
    ['\0a\0,\0b\0\n', 'a.csv', '', 'table'],
    ['<html><body>', 'export.csv', 'text/csv', undefined],
    ['a\0b', 'a.csv', '', undefined],
    ['From: a\nTo: b\nSubject: c\n\nHi', '', '', 'mail'],
    ['Subject: only\nNote: this\n\nHi', '', '', undefined],
    ['From: here\nand on', '', 'text/plain', undefined],
    ['words', 'a.eml', '', 'mail'],
    ['from: a\nto: b\nsubject: c\ndate: d\n', 'a.yaml', '', undefined],
    ['<!-- x -->\n<!DOCTYPE html><p>', 'view.csv', '', undefined],
    ['a,b', 'view.csv', 'text/html', undefined],
    ['a,b\n1,2\n\x1a', 'a.csv', '', 'table'],
    ['MZ\x90\0\x03', 'a.pdf', 'application/pdf', undefined],
    ['MZ,RT,intensity\n1,2,3\n', 'peaks.csv', 'text/csv', 'table'],
    ['\x7fELF\x02', 'a.docx', '', undefined],
    ['plain', 'a.txt', 'text/plain', undefined],
    ['<p>', '', 'text/html', undefined],
    ['', '', '', undefined],
  ]
  for (const [start, fileName, contentType, family] of cases) {
    it(`is ${family ?? 'undefined'} for ${JSON.stringify(start)} named '${fileName}' of type '${contentType}'`, () => {
      const head = Buffer.from(start, 'latin1')
      assert.equal(documentFamily({ head, fileName, contentType }), family)
    })
  }
})
